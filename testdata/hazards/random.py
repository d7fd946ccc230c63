#!/usr/bin/env python3
"""Random programs against LLVM's hazard recognizer: instructions of cases.mir, with other registers, in a row, with an if or in a loop. With the s_nop that LLVM inserts
"gcnsim check" must have no hazard of severity error. With one wait state less it mostly has one: where not, LLVM inserts more than anything else asks for, as
waitcnt/hazard_llvm_test.go says, counts a register that something else has written since, or has inserted for a loop what other s_nop in it make needless.

    testdata/hazards/random.py FIRST COUNT

makes COUNT programs for each target with each of the seeds FIRST to FIRST+9. Needs llc of LLVM 22 as LLC names it (default: llc-22), and Go. Exit status 1 if LLVM's
programs have errors, or if fewer than nine of ten wait states are errors when taken away."""

import collections
import json
import os
import random
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
LLC = os.environ.get("LLC", "llc-22")
TARGETS = ["gfx600", "gfx700", "gfx803", "gfx900"]
NOP = re.compile(r"\s*s_nop (\d+)")
REGISTER = re.compile(r"\$([vs])gpr([0-7])(?![_\d])")
# What LLVM counts in another way: clauses of XNACK, writes of EXEC. Behind s_rfe nothing is executed.
OTHERWISE = re.compile("xnack|exec")
LEFT_OUT = re.compile("S_RFE|V_CMPX|BRANCH|S_ENDPGM")


def cases(target):
    """The instructions of cases.mir, and the first and last one of each case."""
    text = open(f"{HERE}/cases.mir").read()
    single, pairs = [], []
    for gpus, name, body in re.findall(r"# gpu: ([^\n]*)\n---\nname: (\w+)\nbody: \|\n(.*?)\n\.\.\.", text, re.S):
        if target not in gpus.split() or OTHERWISE.search(name):
            continue
        list = [x.strip() for x in body.split("\n") if " = " in x or re.match(r"\s+[A-Z]", x)]
        list = [x for x in list if not LEFT_OUT.search(x)]
        single += [x for x in list if x not in single]
        if len(list) > 1:
            pairs.append((list[0], list[-1]))
    return single, pairs


class Program:
    def __init__(self, r, single, pairs):
        self.r, self.single, self.pairs, self.behind = r, single, pairs, []

    def inst(self):
        """One instruction: the second one of a case whose first one came before, more often than not."""
        r = self.r
        if self.behind and r.random() < 0.6:
            return self.behind.pop(0)
        if r.random() < 0.5:
            first, last = r.choice(self.pairs)
            self.behind.append(last)
            return first
        add = {"v": r.choice([0, 0, 0, 1, 2, 3]), "s": r.choice([0, 0, 0, 1, 2, 3])}
        return REGISTER.sub(lambda m: f"${m[1]}gpr{(int(m[2]) + add[m[1]]) % 8}", r.choice(self.single))

    def block(self, number, least, most, *next):
        """A basic block; with two successors a branch chooses, with one it falls through."""
        lines = [self.inst() for _ in range(self.r.randint(least, most))]
        if next:
            lines.insert(0, "successors: " + ", ".join(f"%bb.{n}" for n in next))
        if len(next) > 1:
            lines.append(f"S_CBRANCH_SCC1 %bb.{next[0]}, implicit $scc")
        return f"  bb.{number}:\n" + "".join(f"    {x}\n" for x in lines)

    def text(self, name):
        blocks = self.r.choice([lambda: [self.block(0, 3, 9)],
                                lambda: [self.block(0, 1, 4, 2, 1), self.block(1, 1, 3, 2), self.block(2, 1, 4)],
                                lambda: [self.block(0, 1, 3, 1), self.block(1, 2, 5, 1, 2), self.block(2, 1, 3)]])()
        return f"---\nname: {name}\nbody: |\n" + "".join(blocks) + "    S_ENDPGM 0\n...\n"


def functions(text):
    """The lines of each function that llc prints, with labels of its own."""
    out, name = {}, None
    for line in text.split("\n"):
        line = re.sub(r"\s*;.*", "", line)
        if re.fullmatch(r"f\d+:", line):
            name = line[:-1]
            out[name] = []
        elif name and line.strip() and not re.match(r"\s+\.|\.Lfunc", line):
            out[name].append(re.sub(r"\.LBB", f".L{name}_", line))
            if line.strip() == "s_endpgm":
                name = None
    return out


def less(name, lines):
    """The function with a wait state less, once for each s_nop."""
    for i, line in enumerate(lines):
        m = NOP.fullmatch(line)
        if m:
            fewer = [x.replace(f".L{name}_", f".L{name}x{i}_") for x in lines]
            fewer[i] = f"\ts_nop {int(m[1]) - 1}" if m[1] != "0" else ""
            yield f"{name}x{i}", fewer


def main(first, count):
    counts, more, wrong = collections.Counter(), collections.Counter(), 0
    with tempfile.TemporaryDirectory() as dir:
        subprocess.run(["go", "build", "-o", f"{dir}/gcnsim", "./cmd/gcnsim"], cwd=f"{HERE}/../..", check=True)
        for target in TARGETS:
            single, pairs = cases(target)
            for seed in range(first, first + 10):
                r = random.Random(f"{target} {seed}")
                open(f"{dir}/p.mir", "w").write("".join(Program(r, single, pairs).text(f"f{k}") for k in range(count)))
                llc = [LLC, "-mtriple=amdgcn", f"-mcpu={target}", "-mattr=-xnack" if target == "gfx900" else "-mattr=", "-x", "mir", "-start-before=post-RA-hazard-rec", "-o", "-", f"{dir}/p.mir"]
                programs = functions(subprocess.run(llc, capture_output=True, text=True, check=True).stdout)
                for name in list(programs):
                    programs.update(less(name, programs[name]))
                with open(f"{dir}/p.s", "w") as f:
                    for name, lines in programs.items():
                        f.write(f"\t.globl {name}\n{name}:\n" + "\n".join(lines) + "\n")
                out = subprocess.run([f"{dir}/gcnsim", "check", f"{dir}/p.s", "--gpu", target, "--format", "json"], capture_output=True, text=True).stdout
                errors = collections.defaultdict(list)
                for f in json.loads(out)["findings"]:
                    if f["kind"] == "hazard" and f["severity"] == "error":
                        errors[f["kernel"]].append(f)
                for name, lines in programs.items():
                    fewer = "x" in name
                    counts["wait states" if fewer else "programs"] += 1
                    if not fewer and errors[name]:
                        wrong += 1
                        print(f"{target} seed {seed}: {errors[name][0]['message']}\n" + "\n".join(lines), flush=True)
                    if fewer and errors[name]:
                        counts["errors without them"] += 1
                    elif fewer:
                        at = int(name.split("x")[1])
                        more[target, next(x.split()[0] for x in lines[at + 1:] if x.strip() and not x.endswith(":"))] += 1
    for name, n in counts.items():
        print(f"{n:8} {name}")
    print(f"{wrong:8} wrong")
    print("LLVM inserts more before: " + ", ".join(f"{n} {inst} on {target}" for (target, inst), n in more.most_common(12)))
    return wrong > 0 or counts["errors without them"] < 0.9 * counts["wait states"]


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
