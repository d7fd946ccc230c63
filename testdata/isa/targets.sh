#!/bin/bash
# Makes testdata/isa/targets.txt: for each target that is not the first of its generation, words that
# LLVM takes for another instruction than on the first ("BYTES | there | here", "-" for none), and, of
# all others, a sample that is the same. Words are all opcodes of all formats with plain operands;
# gfx6 and gfx7, which LLVM cannot disassemble, have texts of the golden files assembled instead.
# usage: testdata/isa/targets.sh, with LLVM 22's llvm-mc as llvm-mc-22 on PATH, from the module's root
set -euo pipefail
python3 - <<'PY' > testdata/isa/targets.txt
import glob, re, subprocess

def sweep():
    out = []
    def w(*d): out.append(b''.join((x & 0xffffffff).to_bytes(4, 'little') for x in d))
    for op in range(64):
        w(op << 25 | 256 | 1 << 9 | 2 << 17)
        for second in (0x06060601, 0xff00e401, 0x12345678):
            w(op << 25 | {0x06060601: 249, 0xff00e401: 250, 0x12345678: 255}[second] | 1 << 9 | 2 << 17, second)
    for op in range(256):
        w(0x3f << 25 | 1 << 17 | op << 9 | 256)
        w(0x3f << 25 | 1 << 17 | op << 9 | 249, 0x06060601)
        w(0x3f << 25 | 1 << 17 | op << 9 | 250, 0xff00e401)
        w(0x3e << 25 | op << 17 | 1 << 9 | 256)
        w(0x17d << 23 | op << 8 | 2 | 4 << 16)
        w(0xc0000000 | op << 18 | 2 << 6 | 1, 0)
        w(0xd8000000 | op << 17, 0x01020304)
        w(0xd8000000 | op << 17 | 1 << 16, 0x01020304)
    for op in range(1024):
        w(0xd0000000 | op << 16 | 1, 256 | 257 << 9 | 258 << 18)
        w(0xd0000000 | op << 16 | 1, 257 | 258 << 9)
        w(0xd0000000 | op << 16 | 0x4001, 257 | 258 << 9 | 259 << 18 | 3 << 27)
    for op in range(128):
        w(0x80000000 | op << 23 | 4 << 16 | 2 << 8 | 6)
        w(0xb0000000 | op << 23 | 4 << 16 | 7)
        w(0x17e << 23 | op << 16 | 2 << 8 | 4)
        w(0x17f << 23 | op << 16)
        w(0xe0000000 | op << 18 | 1 << 12, 2 << 16 | 1 << 8)
        for second in (0, 1 << 31):
            w(0xf0000000 | op << 18 | 15 << 8, second | 2 << 16 | 1 << 8 | 4)
            w(0xf0000000 | op << 18 | 1 << 8, second | 2 << 16 | 1 << 8 | 4)
        for seg in range(4):
            w(0xdc000000 | op << 18 | seg << 14, 0x017f0200)
            w(0xdc000000 | op << 18 | seg << 14, 0x01040200)
        w(0xd4000000 | op << 16 | 1 << 18)
        w(0xc4000000 | op)
    for op in range(16):
        w(0xe8000000 | op << 15, 2 << 16 | 1 << 8)
    return sorted(set(out))

def llvm(*args, text):
    p = subprocess.run(['llvm-mc-22', '-arch=amdgcn', '-show-encoding', *args], input=text, capture_output=True, text=True)
    return p.stdout, p.stderr

def disassemble(cpu, words):
    out, _ = llvm('-mcpu=' + cpu, '--disassemble', text='\n'.join(' '.join('0x%02x' % b for b in w) for w in words) + '\n')
    got = {m[2].replace('0x', '').replace(',', ''): m[1] for m in re.finditer(r'^\t(\S.*?)\s*[;/]+ encoding: \[([^\]]*)\]', out, re.M)}
    return {w.hex(): got.get(w.hex(), '-') for w in words}

def assemble(cpu, texts):
    out, err = llvm('-mcpu=' + cpu, text='\n'.join(texts) + '\n')
    bad = {int(m[1]) for m in re.finditer(r'<stdin>:(\d+):\d+: error', err)}
    codes = iter(re.findall(r'encoding: \[([^\]]*)\]', out))
    return {next(codes).replace('0x', '').replace(',', ''): t for i, t in enumerate(texts) if i + 1 not in bad}

def golden(base):
    texts = []
    for f in sorted(glob.glob('testdata/isa/%s/*.txt' % base)):
        texts += [l.rstrip('\n').split(' | ')[1] for l in open(f) if not l.startswith('#') and ' | ' in l]
    return texts

print('# Made by testdata/isa/targets.sh. Do not edit.')
words = sweep()
for base, targets in (('gfx600', 'gfx601 gfx602'), ('gfx700', 'gfx701 gfx702 gfx703 gfx704 gfx705'),
                      ('gfx803', 'gfx801 gfx802 gfx805 gfx810'), ('gfx900', 'gfx902 gfx904 gfx906 gfx909 gfx90c')):
    known = int(base[3:]) >= 800
    texts = None if known else golden(base)
    first = disassemble(base, words) if known else assemble(base, texts)
    for t in targets.split():
        here = disassemble(t, words) if known else assemble(t, texts)
        same = []
        print('target %s %s' % (t, base))
        for w in sorted(set(first) | set(here)):
            a, b = first.get(w, '-'), here.get(w, '-')
            if a != b:
                print('%s | %s | %s' % (w, a, b))
            elif a != '-':
                same.append((w, a))
        for w, a in same[::max(1, len(same) // 100)]:
            print('%s | %s | %s' % (w, a, a))
PY
