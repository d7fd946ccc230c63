// Prints where AMD's address library puts the texels of tiled images of GCN 1.0 to 1.2, for
// mem/tile_test.go.
//
//	chip index bytes dim width height slices levels pitch swizzle = pitch size hash texel...
//
// It is compiled and linked with the library's own sources (PAL's src/core/imported/addrlib while it
// had r800; Mesa has the same in src/amd/addrlib), and reads mem/tilemodes.txt from standard input.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cstdint>
#include <string>
#include <vector>
#include <sstream>
#include <iostream>
#include <algorithm>
#include "addrinterface.h"

static void *ADDR_API grab(const ADDR_ALLOCSYSMEM_INPUT *in) { return calloc(1, in->sizeInBytes); }
static ADDR_E_RETURNCODE ADDR_API drop(const ADDR_FREESYSMEM_INPUT *in) { free(in->pVirtAddr); return ADDR_OK; }

struct chip { std::string name; uint32_t config, modes[32], macros[16]; bool set[32]; };

// family and revision of a chip, as Linux amdgpu has them
static void silicon(const std::string &n, uint32_t *family, uint32_t *revision) {
  static const struct { const char *n; uint32_t f, r; } all[] = {
      {"tahiti", 110, 5}, {"pitcairn", 110, 21}, {"capeverde", 110, 41}, {"oland", 110, 60}, {"hainan", 110, 70},
      {"bonaire", 120, 20}, {"hawaii", 120, 40}, {"kaveri", 125, 1}, {"kabini", 125, 129},
      {"iceland", 130, 1}, {"tonga", 130, 20}, {"fiji", 130, 60}, {"polaris10", 130, 80}, {"polaris11", 130, 90},
      {"carrizo", 135, 1}, {"stoney", 135, 97}};
  for (auto &a : all)
    if (n == a.n) { *family = a.f; *revision = a.r; return; }
  fprintf(stderr, "unknown chip %s\n", n.c_str());
  exit(1);
}

static ADDR_HANDLE open6(chip &c) {
  ADDR_CREATE_INPUT in = {};
  ADDR_CREATE_OUTPUT out = {};
  in.size = sizeof in;
  out.size = sizeof out;
  in.chipEngine = 10; // CIASICIDGFXENGINE_SOUTHERNISLAND
  silicon(c.name, &in.chipFamily, &in.chipRevision);
  in.regValue.gbAddrConfig = c.config;
  in.regValue.noOfBanks = 2;
  in.regValue.pTileConfig = c.modes;
  in.regValue.noOfEntries = 32;
  in.regValue.pMacroTileConfig = c.macros;
  in.regValue.noOfMacroEntries = in.chipFamily == 110 ? 0 : 16;
  in.callbacks.allocSysMem = grab;
  in.callbacks.freeSysMem = drop;
  in.createFlags.fillSizeFields = 1;
  in.createFlags.useTileIndex = 1;
  return AddrCreate(&in, &out) == ADDR_OK ? out.hLib : nullptr;
}

struct shape { int three; unsigned w, h, s, levels, pitch; };
static bool all; // print each texel

struct level { ADDR_COMPUTE_SURFACE_INFO_OUTPUT out; ADDR_TILEINFO info; uint64_t at; };

static void print(ADDR_HANDLE lib, const chip &k, unsigned index, unsigned bytes, const shape &v, unsigned swizzle) {
  std::vector<level> ls(v.levels);
  uint64_t end = 0;
  for (unsigned l = 0; l < v.levels; l++) {
    ADDR_COMPUTE_SURFACE_INFO_INPUT in = {};
    ADDR_TILEINFO ti = {};
    level &o = ls[l];
    o.out.size = sizeof o.out;
    o.out.pTileInfo = &o.info;
    in.size = sizeof in;
    in.tileMode = ADDR_TM_1D_TILED_THIN1; // the index says
    in.bpp = 8 * bytes;
    in.numSamples = in.numFrags = 1;
    in.width = std::max(v.w >> l, 1u);
    in.height = std::max(v.h >> l, 1u);
    in.numSlices = v.three ? std::max(v.s >> l, 1u) : v.s;
    if (l == 0 && v.pitch) in.width = v.pitch;
    in.mipLevel = l;
    in.basePitch = l ? ls[0].out.pitch : 0;
    in.flags.texture = 1;
    in.flags.noStencil = 1;
    in.flags.volume = v.three != 0;
    in.flags.pow2Pad = v.levels > 1;
    in.flags.disallowLargeThickDegrade = 1;
    in.flags.skipIndicesOutput = 1;
    in.tileIndex = index;
    in.pTileInfo = &ti;
    if (AddrComputeSurfaceInfo(lib, &in, &o.out) != ADDR_OK) { fprintf(stderr, "refused: %s %u\n", k.name.c_str(), index); exit(1); }
    o.at = (end + o.out.baseAlign - 1) / o.out.baseAlign * o.out.baseAlign;
    end = o.at + o.out.surfSize;
  }
  // The library takes another order for texels that are too large for the entry's: no such images.
  unsigned order = k.macros[0] ? k.modes[index] >> 22 & 7 : k.modes[index] & 3;
  bool refused = unsigned(ls[0].out.tileType) != order;
  static const unsigned per[] = {0, 2, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 8, 8, 8, 0, 16, 16};
  swizzle %= per[ls[0].info.pipeConfig] * ls[0].info.banks;
  printf("%s %u %u %d %u %u %u %u %u %u = ", k.name.c_str(), index, bytes, v.three ? 3 : 2, v.w, v.h, v.s, v.levels, v.pitch, swizzle);
  if (refused) { printf("refused\n"); return; }
  uint64_t hash = 14695981039346656037ull, n = 0, total = 0;
  for (unsigned l = 0; l < v.levels; l++)
    total += uint64_t(std::max(v.w >> l, 1u)) * std::max(v.h >> l, 1u) * (v.three ? std::max(v.s >> l, 1u) : v.s);
  static char picks[1 << 20];
  int at = 0;
  picks[0] = 0;
  uint32_t seed = 12345 + index * 131 + bytes;
  uint64_t step = total / 2 + 1, next = seed % step;
  bool whole = total <= 1 << 15;
  for (unsigned l = 0; l < v.levels; l++) {
    level &o = ls[l];
    unsigned w = std::max(v.w >> l, 1u), h = std::max(v.h >> l, 1u), d = v.three ? std::max(v.s >> l, 1u) : v.s;
    ADDR_COMPUTE_SURFACE_ADDRFROMCOORD_INPUT c = {};
    ADDR_COMPUTE_SURFACE_ADDRFROMCOORD_OUTPUT a = {};
    c.size = sizeof c;
    a.size = sizeof a;
    c.bpp = o.out.bpp;
    c.pitch = o.out.pitch;
    c.height = o.out.height;
    c.numSlices = o.out.depth;
    c.numSamples = c.numFrags = 1;
    c.tileMode = o.out.tileMode;
    c.tileType = o.out.tileType;
    c.pTileInfo = &o.info;
    c.tileIndex = -1;
    if (swizzle && c.tileMode >= ADDR_TM_2D_TILED_THIN1) {
      unsigned pipes = per[o.info.pipeConfig];
      c.pipeSwizzle = swizzle % pipes;
      c.bankSwizzle = swizzle / pipes % o.info.banks;
    }
    for (unsigned z = 0; z < d; z++)
      for (unsigned y = 0; y < h; y++)
        for (unsigned x = 0; x < w; x++, n++) {
          if (!whole && n % 61 && n != next) continue; // of large images a texel of each 61
          c.x = x; c.y = y; c.slice = z;
          ADDR_E_RETURNCODE r = AddrComputeSurfaceAddrFromCoord(lib, &c, &a);
          if (r != ADDR_OK) { printf("no address: %d\n", r); exit(1); }
          uint64_t addr = a.addr + o.at;
          if (whole || n % 61 == 0)
            for (int b = 0; b < 6; b++) hash = (hash ^ (addr >> 8 * b & 255)) * 1099511628211ull;
          if (n == next || all) {
            at += sprintf(picks + at, " %u,%u,%u,%u:%llx", l, x, y, z, (unsigned long long)addr);
            seed = seed * 1664525 + 1013904223;
            if (n == next) next += step / 2 + (seed >> 8) % step;
          }
        }
  }
  printf("%u %llu %016llx%s\n", ls[0].out.pitch, (unsigned long long)end, (unsigned long long)hash, picks);
}

static const shape shapes[] = {
    {0, 100, 37, 2, 1, 0}, {0, 256, 128, 1, 9, 0}, {0, 8, 8, 1, 1, 0}, {3, 100, 37, 9, 1, 0}, {0, 300, 270, 3, 1, 0},
    {0, 128, 37, 6, 8, 0}, {0, 70, 40, 2, 1, 512}, {3, 64, 64, 64, 1, 0}, {0, 32, 200, 2, 8, 0}, {0, 1024, 600, 1, 5, 0},
    {0, 1, 1, 1, 1, 0}, {3, 40, 20, 70, 1, 0}, {0, 512, 512, 5, 3, 0}, {0, 1, 700, 1, 1, 0}, {3, 128, 128, 20, 6, 0},
    {0, 2048, 64, 1, 12, 0}, {3, 256, 256, 32, 4, 0},
};

int main(int argc, char **) {
  std::vector<chip> chips;
  std::string line;
  while (std::getline(std::cin, line)) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream s(line);
    std::string word;
    s >> word;
    uint32_t *to = nullptr;
    if (word == "modes") to = chips.back().modes;
    else if (word == "macros") to = chips.back().macros;
    else {
      chip c = {};
      c.name = word.substr(0, word.find(','));
      s >> std::hex >> c.config;
      chips.push_back(c);
      continue;
    }
    for (int i = 0; s >> word; i++) {
      to[i] = word == "-" ? 0 : strtoul(word.c_str(), nullptr, 16);
      if (to == chips.back().modes) chips.back().set[i] = word != "-";
    }
  }
  unsigned turn = 0;
  for (chip &c : chips) {
    bool any = false;
    for (bool b : c.set) any |= b;
    if (!any) continue; // GCN 1.4: gfx9.cpp
    ADDR_HANDLE lib = open6(c);
    if (!lib) { fprintf(stderr, "no library for %s\n", c.name.c_str()); return 1; }
    if (argc > 1) { // every texel of images of GCN 1.0, 1.1 and 1.2
      all = true;
      if (c.name == "tahiti") print(lib, c, 14, 4, {0, 20, 12, 2, 2, 0}, 0);
      if (c.name == "kabini") print(lib, c, 13, 4, {0, 13, 7, 3, 1, 0}, 0);
      if (c.name == "hawaii") print(lib, c, 10, 4, {0, 31, 20, 1, 1, 0}, 77);
      if (c.name == "polaris10") print(lib, c, 0, 4, {0, 34, 9, 2, 1, 0}, 0);
      continue;
    }
    for (unsigned i = 0; i < 32; i++)
      for (unsigned bytes = 1; c.set[i] && bytes <= 16; bytes *= 2) {
        unsigned mode = c.modes[i] >> 2 & 15;
        if (mode <= 1 || mode == 6) continue; // linear, and the PRT whose banks the library takes for another's
        bool macro = mode >= 4;
        bool thick = mode == 3 || mode == 7 || mode == 8 || mode == 13 || mode == 14;
        for (int n = 0; n < 2; n++, turn++) {
          const shape &v = shapes[turn % (sizeof shapes / sizeof *shapes)];
          bool from = macro && turn % 3 == 0 && (c.macros[0] || v.levels == 1); // a pipe and bank
          if (thick && !c.macros[0] && v.levels > 1) continue; // GCN 1.0 makes small levels thin
          print(lib, c, i, bytes, v, from ? turn % 251 : 0);
        }
      }
  }
  return 0;
}
