#!/usr/bin/env bash
# A sweep on a real Slurm: munge, a controller and two node daemons, which this script starts on this
# machine and ends. While 5,000 tasks run, one node daemon and its work are killed, a task runs out of
# memory, and the disk of two workers fills. Then "gcnsim sweep collect --submit" has what is missing
# run. In the end each task is there once, and the tables are, byte for byte, those of a local run.
#
#   sim/sweep/testdata/slurm/run.sh [TASKS]
#
# Needs slurmctld, slurmd, sbatch, munged and Go, and root for the small disk. Exit status 77: something
# is not here.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../../.." && pwd)
tasks=${1:-5000}
for p in slurmctld slurmd sbatch squeue munged; do
	command -v "$p" >/dev/null || PATH=$PATH:/usr/sbin
	command -v "$p" >/dev/null || { echo "no $p here: nothing is tested"; exit 77; }
done
[ "$(id -u)" = 0 ] || { echo "a full disk needs root: nothing is tested"; exit 77; }

dir=$(mktemp -d /tmp/gcnsim-slurm-XXXXXX)
pids=()
cleanup() {
	status=$?
	set +e # what fails here ends nothing
	[ $status = 0 ] || tail -n 5 "$dir"/*.log "$dir"/work/s.sweep/jobs/*/*.log 2>/dev/null | tail -n 120
	for p in "${pids[@]}"; do kill "$p" 2>/dev/null || true; done
	wait 2>/dev/null || true
	umount "$dir/small" 2>/dev/null || true
	[ $status = 0 ] && rm -rf "$dir" || echo "what is left is in $dir"
}
trap cleanup EXIT

say() { echo "== $(date +%T) $*"; }

# The daemons: all in the folder, on ports that nobody listens on.
port=$((20000 + RANDOM % 20000))
host=$(hostname -s)
mkdir -p "$dir"/{state,spool-n1,spool-n2,small,work}
dd if=/dev/urandom of="$dir/munge.key" bs=1024 count=1 status=none
chmod 600 "$dir/munge.key"
chmod 755 "$dir"
munged --foreground --force --key-file="$dir/munge.key" --socket="$dir/munge.socket" --pid-file="$dir/munge.pid" \
	--log-file="$dir/munge.log" --seed-file="$dir/munge.seed" >"$dir/munged.log" 2>&1 &
pids+=($!)
cat >"$dir/slurm.conf" <<CONF
ClusterName=gcnsim
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$dir/munge.socket
CredType=cred/munge
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool-%n
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd-%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
SlurmdTimeout=10
MinJobAge=300
SchedulerParameters=batch_sched_delay=0,sched_interval=2,requeue_delay=1
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=2 RealMemory=4000
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=2 RealMemory=4000
PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP OverSubscribe=NO
CONF
export SLURM_CONF="$dir/slurm.conf"
# No limits by cgroups: they can be switched off from 23.02 on.
plugin=disabled
case $(sbatch --version) in *" 2"[0-2].*) plugin=cgroup/v1 ;; esac
echo "CgroupPlugin=$plugin" >"$dir/cgroup.conf"
for _ in $(seq 100); do [ -S "$dir/munge.socket" ] && break; sleep 0.1; done
slurmctld -D -f "$SLURM_CONF" >"$dir/slurmctld.log" 2>&1 &
pids+=($!)
node() { # starts the daemon of a node in a session of its own
	setsid slurmd -D -N "$1" -f "$SLURM_CONF" >>"$dir/slurmd-$1.log" 2>&1 &
	pids+=($!)
	eval "$1=$!"
}
node n1
node n2
for _ in $(seq 300); do
	[ "$(sinfo -h -o %T 2>/dev/null | sort -u)" = idle ] && break
	sleep 0.1
done
sinfo
[ "$(sinfo -h -o %T | sort -u)" = idle ] || { echo "the nodes do not come up"; exit 1; }

# The sweep: a loop of n rounds. Rounds behind the 6,000th touch another 64 KiB of memory each, which
# one task has, to 600 MB.
say "gcnsim and a spec of $tasks tasks"
(cd "$root" && CGO_ENABLED=0 go build -o "$dir/work/gcnsim" ./cmd/gcnsim)
cd "$dir/work"
cat >loop.s <<-ASM
	v_lshlrev_b32 v2, 2, v0
	loop: v_add_f32 v1, v1, v0
	s_sub_u32 s1, s0, 0x1770
	s_cselect_b32 s1, 0, s1
	s_lshl_b32 s1, s1, 16
	buffer_store_dword v1, v2, s[4:7], s1 offen
	s_sub_u32 s0, s0, 1
	s_cmp_lg_u32 s0, 0
	s_cbranch_scc1 loop
	s_endpgm
ASM
cat >s.json <<-JSON
	{ "programs": [{"name": "loop", "launch": {"code": "loop.s", "buffers": [{"name": "data", "size": "768M"}],
	    "launches": [{"entry": 0, "grid": [64], "group": [64],
	      "registers": {"s0": "{n}", "s[4:7]": "buffer:data", "v0": "lane"}}]}}],
	  "gpus": ["vega10"], "figures": {"cus": 4, "l2_bytes": "x0.25"}, "record": ["cycles", "stalls", "units"],
	  "vars": {"n": [1000, 15600, $(seq -s , 1001 $((998 + tasks)))]} }
JSON
tables=csv,json,parquet
say "the local run"
time ./gcnsim sweep s.json --dir local --write $tables

# The results of the job lie on a disk that is too small for them.
mkdir -p s.sweep/results
mount -t tmpfs -o size=$((tasks * 300 / 1024))k tmpfs s.sweep/results
trap 'umount "$dir/work/s.sweep/results" 2>/dev/null || true; cleanup' EXIT

say "the job, with 500 MB of memory for a worker"
(ulimit -d 500000 && ./gcnsim sweep s.json --engine slurm --workers 40 --submit) # Slurm passes limits on

results() { cat s.sweep/results/*.part s.sweep/results/*.records 2>/dev/null | grep -c '^r ' || true; }
until [ "$(results)" -gt $((tasks / 20)) ]; do sleep 0.2; done
say "$(results) results: node n2 dies, with all that runs there"
kill -9 "$n2"
for p in /proc/[0-9]*; do
	if tr '\0' '\n' <"$p/environ" 2>/dev/null | grep -qx "SLURMD_NODENAME=n2" && [ "$(readlink "$p/exe")" = "$dir/work/gcnsim" ]; then
		step=$(awk '/^PPid/ {print $2}' "$p/status")
		[ "$step" -gt 1 ] && kill -9 "$step"
		kill -9 "${p#/proc/}"
		echo "killed ${p#/proc/} and its step daemon $step"
	fi
done 2>/dev/null

idle() { # until no job is left
	for _ in $(seq 3000); do
		[ -z "$(squeue -h 2>/dev/null)" ] && return
		sleep 0.2
	done
	echo "jobs do not end"
	squeue
	exit 1
}
idle
say "the job has ended; the disk:"
df -k --output=size,avail s.sweep/results
grep -lE "out of memory|cannot allocate" s.sweep/jobs/1/*.log | sed "s/^/out of memory: /" || { echo "no worker ran out of memory"; exit 1; }
grep -l "no space left" s.sweep/jobs/1/*.log | sed "s/^/disk full: /" || { echo "no disk was full"; exit 1; }
sinfo

say "what is there"
./gcnsim sweep collect s.json --list 3 --write none && { echo "nothing is missing: that was no test"; exit 1; }

say "more disk, more memory, the node is back: what is missing becomes a job"
mount -o remount,size=64m s.sweep/results
node n2
./gcnsim sweep collect s.json --list 0 --write none --engine slurm --workers 20 --submit || [ $? = 1 ]
idle
./gcnsim sweep collect s.json --write $tables
for t in csv json parquet; do cmp "s.sweep/results.$t" "local/results.$t"; done
[ "$(grep -o '"task":"[0-9a-f]*"' s.sweep/results.json | sort -u | wc -l)" = "$tasks" ]
[ "$(grep -c '"task"' s.sweep/results.json)" = "$tasks" ]
[ "$(grep -c '"status":"done"' s.sweep/results.json)" = "$tasks" ]
say "each of $tasks tasks is there once, and the tables are those of the local run"
