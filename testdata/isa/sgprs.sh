#!/bin/bash
# Makes testdata/isa/sgprs.txt: for each target, how many SGPRs LLVM 22 asks for (the field of the
# kernel descriptor, plus 1, times 8) where a kernel uses so many numbered ones and, of the others,
# VCC, FLAT_SCRATCH and XNACK_MASK: "TARGET | NUMBERED VCC FLAT_SCRATCH XNACK | SGPRS".
# usage: testdata/isa/sgprs.sh, with LLVM 22's llvm-mc and llvm-readelf as llvm-mc-22 and llvm-readelf-22
set -euo pipefail
python3 - <<'PY' > testdata/isa/sgprs.txt
import subprocess
print('# Made by testdata/isa/sgprs.sh. Do not edit.')
for t in '600 601 602 700 701 702 703 704 705 801 802 803 805 810 900 902 904 906 909 90c'.split():
    t = 'gfx' + t
    cases = []
    text = ['.amdhsa_code_object_version 5', '.rodata']
    for xnack in (0, 1):
        if xnack and t in ('gfx801 gfx810 gfx900 gfx902 gfx904 gfx906 gfx909 gfx90c').split() or not xnack:
            for n in (1, 7, 8, 26, 90):
                for vcc in (0, 1):
                    for flat in (0, 1):
                        if not flat and t < 'gfx700':
                            continue # LLVM has no directive there, and counts it
                        cases.append((n, vcc, flat, xnack))
    for xnack in (0, 1):
        mine = [c for c in cases if c[3] == xnack]
        if not mine:
            continue
        supports = any(c[3] for c in cases)
        lines = ['.text']
        for i, c in enumerate(mine):
            lines += ['.rodata', '.p2align 6', '.amdhsa_kernel k%d' % i, '.amdhsa_next_free_vgpr 4', '.amdhsa_next_free_sgpr %d' % c[0], '.amdhsa_reserve_vcc %d' % c[1]]
            if t >= 'gfx700':
                lines += ['.amdhsa_reserve_flat_scratch %d' % c[2]]
            if supports:
                lines += ['.amdhsa_reserve_xnack_mask %d' % c[3]]
            lines += ['.end_amdhsa_kernel']
        attr = ['-mattr=%sxnack' % ('+' if xnack else '-')] if supports else []
        p = subprocess.run(['llvm-mc-22', '-triple=amdgcn-amd-amdhsa', '-mcpu=' + t, *attr, '-filetype=obj', '-o', '/tmp/sgprs.o'], input='\n'.join(lines) + '\n', text=True)
        assert p.returncode == 0, t
        dump = subprocess.run(['llvm-readelf-22', '-x', '.rodata', '/tmp/sgprs.o'], capture_output=True, text=True).stdout
        data = b''.join(bytes.fromhex(''.join(l.split()[1:5])[:32]) for l in dump.splitlines() if l.strip().startswith('0x'))
        for i, c in enumerate(mine):
            rsrc1 = int.from_bytes(data[64 * i + 48:64 * i + 52], 'little')
            print('%s | %d %d %d %d | %d' % (t, *c, (rsrc1 >> 6 & 15) * 8 + 8))
PY
