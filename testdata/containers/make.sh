#!/bin/sh
# Makes the objects of this directory: files that are not linked HSA code objects.
#   HSA-*.o      relocatable objects of amdhsa     mesa3d-*.o   amd_kernel_code_t in front of kernels
#   gallium-*.o  amdgcn--: .AMDGPU.config          pal-*.o      pipelines of amdpal
#   undefined.o  needs what it does not define     got.o        relocations of all kinds; got.co: what ld.lld makes of it
#   rdna.co      for gfx1030                       lines.co     with DWARF
#   fat.o        a host's object with code for four targets   dev.hipfb, dev.ccob   bundles, plain and compressed
#   generic.hipfb  for gfx900, and for all of GCN 1.4
#   lld/*.co     what ld.lld makes of the first ones
# LLVM is a directory of LLVM 22's binaries.
set -eu
cd "$(dirname "$0")"
LLVM=${LLVM:-/usr/lib/llvm-22/bin}
FLAGS='-O1 -nogpulib -fno-ident -w'
cl() { "$LLVM/clang" -x cl -cl-std=CL2.0 $FLAGS "$@"; }

rm -f ./*.o ./*.co lld/*.co dev.*
for gpu in gfx600 gfx700 gfx803 gfx900; do
	for v in 4 5 6; do
		[ $gpu = gfx803 ] || [ $v = 6 ] || continue
		cl -target amdgcn-amd-amdhsa -mcpu=$gpu -mcode-object-version=$v -c kern.cl -o HSA-$gpu-v$v.o
	done
	cl -target amdgcn-mesa-mesa3d -mcpu=$gpu -c kern.cl -o mesa3d-$gpu.o
	cl -target amdgcn-- -mcpu=$gpu -c kern.cl -o gallium-$gpu.o
	cl -target amdgcn-amd-amdpal -mcpu=$gpu -c one.cl -o pal-$gpu.o
done
cl -target amdgcn-amd-amdhsa -mcpu=gfx9-generic -c kern.cl -o HSA-gfx9-generic-v6.o
"$LLVM/clang" -x c $FLAGS -target amdgcn-amd-amdhsa -mcpu=gfx900 -c undefined.c -o undefined.o
"$LLVM/llvm-mc" -triple=amdgcn-amd-amdhsa -mcpu=gfx900 -filetype=obj got.s -o got.o
"$LLVM/ld.lld" -shared got.o -o got.co
cl -target amdgcn-amd-amdhsa -mcpu=gfx1030 one.cl -o rdna.co
cl -g -fdebug-compilation-dir=/src -target amdgcn-amd-amdhsa -mcpu=gfx900 one.cl -o lines.co
mkdir -p lld
for o in HSA-*.o pal-*.o got.o; do
	"$LLVM/ld.lld" -shared $o -o lld/${o%.o}.co
done
hip() { "$LLVM/clang" -x hip $FLAGS -nogpuinc --offload-arch=gfx803 "$@" -c fat.hip; }
hip --offload-arch=gfx906:xnack- --offload-arch=gfx906:xnack+ --offload-arch=gfx1030 -o fat.o
hip --offload-arch=gfx900 --cuda-device-only --gpu-bundle-output -o dev.hipfb
hip --offload-arch=gfx900 --cuda-device-only --gpu-bundle-output --offload-compress -o dev.ccob
hip --offload-arch=gfx900 --offload-arch=gfx9-generic --cuda-device-only --gpu-bundle-output -o generic.hipfb
