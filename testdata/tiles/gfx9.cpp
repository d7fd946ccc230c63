// Prints where AMD's address library puts the texels of GCN 1.4's tiled images, for mem/tile_test.go.
//
//	chip mode bytes dim width height slices levels pitch swizzle = epitch size hash texel...
//
// It is compiled and linked with the library's own sources (Mesa src/amd/addrlib, or PAL's
// src/core/imported/addrlib while it had gfx9), and reads mem/tilemodes.txt from standard input.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cstdint>
#include <string>
#include <sstream>
#include <iostream>
#include "addrinterface.h"

static void *ADDR_API grab(const ADDR_ALLOCSYSMEM_INPUT *in) { return calloc(1, in->sizeInBytes); }
static ADDR_E_RETURNCODE ADDR_API drop(const ADDR_FREESYSMEM_INPUT *in) { free(in->pVirtAddr); return ADDR_OK; }

// family and revision of a chip, as Linux amdgpu has them
static bool silicon(const std::string &n, uint32_t *family, uint32_t *revision) {
  static const struct { const char *n; uint32_t f, r; } all[] = {
      {"vega10", 0x8d, 1}, {"vega12", 0x8d, 20}, {"vega20", 0x8d, 40}, {"raven", 0x8e, 1}, {"raven2", 0x8e, 0x81}, {"renoir", 0x8e, 0x91}};
  for (auto &a : all)
    if (n == a.n) { *family = a.f; *revision = a.r; return true; }
  return false;
}

static ADDR_HANDLE open9(uint32_t family, uint32_t revision, uint32_t config) {
  ADDR_CREATE_INPUT in = {};
  ADDR_CREATE_OUTPUT out = {};
  in.size = sizeof in;
  out.size = sizeof out;
  in.chipEngine = 0x0000000D;
  in.chipFamily = family;
  in.chipRevision = revision;
  in.regValue.gbAddrConfig = config;
  in.callbacks.allocSysMem = grab;
  in.callbacks.freeSysMem = drop;
  in.createFlags.fillSizeFields = 1;
  return AddrCreate(&in, &out) == ADDR_OK ? out.hLib : nullptr;
}

struct shape { int three; unsigned w, h, s, levels, pitch; };

static bool all; // print each texel

static void print(ADDR_HANDLE lib, const char *tag, unsigned mode, unsigned bytes, const shape &v, unsigned swizzle) {
  ADDR2_MIP_INFO mips[16] = {};
  ADDR2_COMPUTE_SURFACE_INFO_INPUT in = {};
  ADDR2_COMPUTE_SURFACE_INFO_OUTPUT out = {};
  in.size = sizeof in;
  out.size = sizeof out;
  out.pMipInfo = mips;
  in.flags.texture = 1;
  in.flags.noMetadata = 1;
  in.flags.prt = mode >= 16 && mode < 20;
  in.swizzleMode = (AddrSwizzleMode)mode;
  in.resourceType = v.three ? ADDR_RSRC_TEX_3D : ADDR_RSRC_TEX_2D;
  in.bpp = 8 * bytes;
  in.width = v.w;
  in.height = v.h;
  in.numSlices = v.s;
  in.numMipLevels = v.levels;
  in.numSamples = in.numFrags = 1;
  in.pitchInElement = v.pitch;
  ADDR2_COMPUTE_SURFACE_ADDRFROMCOORD_INPUT c = {};
  ADDR2_COMPUTE_SURFACE_ADDRFROMCOORD_OUTPUT a = {};
  c.size = sizeof c;
  a.size = sizeof a;
  c.swizzleMode = in.swizzleMode;
  c.flags = in.flags;
  c.resourceType = in.resourceType;
  c.bpp = in.bpp;
  c.unalignedWidth = v.w;
  c.unalignedHeight = v.h;
  c.numSlices = v.s;
  c.numMipLevels = v.levels;
  c.numSamples = c.numFrags = 1;
  c.pitchInElement = v.pitch;
  // as much of a pipe and bank as the mode has
  for (; (c.pipeBankXor = swizzle) && Addr2ComputeSurfaceAddrFromCoord(lib, &c, &a) != ADDR_OK; swizzle >>= 1) {}
  printf("%s %u %u %d %u %u %u %u %u %u = ", tag, mode, bytes, v.three ? 3 : 2, v.w, v.h, v.s, v.levels, v.pitch, swizzle);
  if (Addr2ComputeSurfaceInfo(lib, &in, &out) != ADDR_OK) {
    printf("refused\n");
    return;
  }
  unsigned epitch = out.epitchIsHeight ? out.mipChainHeight : out.mipChainPitch;
  uint64_t hash = 14695981039346656037ull, n = 0, total = 0;
  for (unsigned l = 0; l < v.levels; l++) {
    uint64_t w = v.w >> l ? v.w >> l : 1, h = v.h >> l ? v.h >> l : 1, d = v.three ? (v.s >> l ? v.s >> l : 1) : v.s;
    total += w * h * d;
  }
  static char picks[1 << 20];
  int at = 0;
  picks[0] = 0;
  uint32_t seed = 12345 + mode * 131 + bytes;
  uint64_t step = total / 5 + 1;
  uint64_t next = seed % step;
  bool whole = total <= 1 << (strcmp(tag, "vega10") ? 15 : 17);
  for (unsigned l = 0; l < v.levels; l++) {
    unsigned w = v.w >> l ? v.w >> l : 1, h = v.h >> l ? v.h >> l : 1, d = v.three ? (v.s >> l ? v.s >> l : 1) : v.s;
    for (unsigned z = 0; z < d; z++)
      for (unsigned y = 0; y < h; y++)
        for (unsigned x = 0; x < w; x++, n++) {
          // of large images a texel of each 61
          if (!whole && n % 61 && n != next) continue;
          c.x = x; c.y = y; c.slice = z; c.mipId = l;
          ADDR_E_RETURNCODE r = Addr2ComputeSurfaceAddrFromCoord(lib, &c, &a);
          if (r != ADDR_OK) { printf("no address: %d\n", r); exit(1); }
          if (whole || n % 61 == 0)
            for (int b = 0; b < 6; b++) hash = (hash ^ (a.addr >> 8 * b & 255)) * 1099511628211ull;
          if (n == next || all) {
            at += sprintf(picks + at, " %u,%u,%u,%u:%llx", l, x, y, z, (unsigned long long)a.addr);
            seed = seed * 1664525 + 1013904223;
            if (n == next) next += step / 2 + (seed >> 8) % step;
          }
        }
  }
  printf("%u %llu %016llx%s\n", epitch, (unsigned long long)out.surfSize, (unsigned long long)hash, picks);
}

static const shape shapes[] = {
    {0, 8, 8, 1, 1, 0}, {0, 100, 37, 1, 1, 0}, {0, 300, 270, 3, 1, 0}, {0, 70, 40, 2, 1, 512},
    {0, 256, 256, 1, 9, 0}, {0, 100, 37, 6, 7, 0}, {0, 33, 200, 2, 8, 0}, {0, 640, 5, 1, 10, 0},
    {0, 5, 700, 1, 10, 0}, {0, 1000, 600, 1, 5, 0}, {0, 8, 8, 5, 4, 0}, {0, 1, 1, 1, 1, 0}, {0, 130, 130, 2, 2, 0},
    {0, 16384, 16, 1, 15, 0}, {0, 64, 32, 18, 3, 0},
    {3, 8, 8, 8, 1, 0}, {3, 100, 37, 9, 1, 0}, {3, 64, 64, 64, 7, 0}, {3, 40, 20, 70, 7, 0}, {3, 9, 90, 10, 7, 0},
    {3, 130, 30, 20, 8, 0}, {3, 4, 4, 4, 3, 0}, {3, 40, 40, 20, 1, 256}, {3, 128, 128, 40, 3, 0},
};

// of modes that have pipes and banks also these: many blocks and slices
static const shape large[] = {
    {0, 9, 9, 300, 1, 0}, {3, 20, 20, 600, 1, 0}, {0, 16, 16384, 1, 1, 0}, {0, 3000, 2000, 1, 1, 0}, {3, 300, 300, 300, 1, 0},
    {0, 2000, 900, 2, 5, 0}, {3, 200, 300, 90, 4, 0}, {3, 2000, 20, 20, 1, 0}, {3, 20, 2000, 30, 2, 0},
};

int main(int argc, char **) {
  const unsigned few = sizeof shapes / sizeof *shapes, many = few + sizeof large / sizeof *large;
  std::string line;
  unsigned turn = 0;
  while (std::getline(std::cin, line)) {
    std::istringstream s(line);
    std::string names, name;
    uint32_t config, family, revision;
    s >> names >> std::hex >> config;
    std::istringstream n(names);
    while (std::getline(n, name, ',')) {
      if (!silicon(name, &family, &revision)) continue;
      ADDR_HANDLE lib = open9(family, revision, config);
      const char *tag = name.c_str();
      bool plain = name == "vega10"; // chips differ only where modes have pipes and banks
      if (!lib) { fprintf(stderr, "no library for %s\n", tag); return 1; }
      if (argc > 1) { // every texel of images
        all = true;
        const shape small = {0, 20, 12, 1, 2, 0}, array = {0, 13, 7, 3, 1, 0};
        if (!plain) continue;
        print(lib, tag, 6, 4, small, 0);
        print(lib, tag, 1, 4, array, 0);
        print(lib, tag, 21, 4, {0, 34, 33, 3, 1, 0}, 5);
        print(lib, tag, 26, 4, {0, 20, 12, 2, 2, 0}, 0xb6);
        print(lib, tag, 17, 4, {0, 13, 7, 1, 1, 0}, 0x11);
        continue;
      }
      for (unsigned mode = 1; plain && mode <= 11; mode++)
        for (unsigned bytes = 1; bytes <= 16; bytes *= 2)
          for (const shape &v : shapes) print(lib, tag, mode, bytes, v, 0);
      for (unsigned mode = 16; mode <= 27; mode++)
        for (unsigned bytes = 1; bytes <= 16; bytes *= 2)
          for (unsigned i = 0; i < (plain ? 11u : 3u); i++, turn++) {
            unsigned k = turn * 7 % many; // 7 has no divisor in common with how many there are
            print(lib, tag, mode, bytes, k < few ? shapes[k] : large[k - few], turn % 3 ? 0 : turn * 37 % 251);
          }
    }
  }
  return 0;
}
