#!/bin/bash
# with_slurm.sh COMMAND...: runs a command where this machine is a cluster of its own: a real Slurm with one node, in
# namespaces that end with the command and leave nothing behind. Exit code 77, which ctest takes for skipped, where
# that cannot be: it takes root and Debian's packages, which are installed. With SKIPS_FAIL=1 in the environment, as
# .ci/run all sets it for root, the exit code is 1 then.
set -eu

if [ "${1-}" != --inside ]; then
  separate=(unshare --mount --pid --fork --net --uts --ipc --kill-child --mount-proc)
  if [ "$(id -u)" -ne 0 ] || ! "${separate[@]}" true; then
    echo "skipped: it takes root, and new namespaces"
    [ "${SKIPS_FAIL-}" = 1 ] && exit 1 || exit 77
  fi
  # Installed daemons stay where they are: off.
  policy=/usr/sbin/policy-rc.d
  if [ ! -e $policy ]; then
    trap 'rm -f $policy' EXIT
    printf '#!/bin/sh\nexit 101\n' >$policy
    chmod +x $policy
  fi
  sh "$(dirname "$0")/../../autograder/install_packages.sh" slurm-wlm munge iproute2
  "${separate[@]}" "$0" --inside "$@"
  exit
fi
shift

hostname node1
ip link set lo up
ip addr add 192.0.2.1/32 dev lo  # glibc resolves no name, and no 127.0.0.1 either, where there is only loopback

for folder in /etc/munge /var/lib/munge /var/log/munge /run/munge; do
  mkdir -p $folder
  mount -t tmpfs none $folder
  chown munge:munge $folder
  chmod 0700 $folder
done
chmod 0755 /run/munge
(umask 077 && head -c 1024 /dev/urandom >/etc/munge/munge.key)
chown munge:munge /etc/munge/munge.key
runuser -u munge -- /usr/sbin/munged 2>/dev/null  # which warns that the name of the host has no address

mkdir -p /var/lib/slurm
mount -t tmpfs none /var/lib/slurm
mount -t tmpfs none /etc/slurm
mkdir /var/lib/slurm/{slurmctld,slurmd}
cat >/etc/slurm/slurm.conf <<END
ClusterName=one
SlurmctldHost=node1(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
CredType=cred/munge
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0
StateSaveLocation=/var/lib/slurm/slurmctld
SlurmdSpoolDir=/var/lib/slurm/slurmd
SlurmctldPidFile=/var/lib/slurm/slurmctld.pid
SlurmdPidFile=/var/lib/slurm/slurmd.pid
SlurmctldLogFile=/var/lib/slurm/slurmctld.log
SlurmdLogFile=/var/lib/slurm/slurmd.log
ReturnToService=2
KillWait=5
MaxArraySize=${MAX_ARRAY_SIZE:-1001}
NodeName=node1 NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN Features=here
PartitionName=grade Nodes=node1 Default=YES State=UP
END
# Slurm 22.05 wants a plugin for control groups though it uses none, and this one needs none to be mounted.
echo CgroupPlugin=cgroup/v1 >/etc/slurm/cgroup.conf
slurmctld
slurmd
for ((i = 0; i < 100; ++i)); do
  [ "$(sinfo --noheader --format=%T 2>/dev/null)" = idle ] && exec "$@"
  sleep 0.1
done
echo "Slurm does not start:"
sinfo
tail -n 20 /var/lib/slurm/slurmctld.log /var/lib/slurm/slurmd.log
exit 1
