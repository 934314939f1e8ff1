#!/bin/sh
# Runs Watchkeeper from its archive, with the Node that the archive contains. It says in one sentence why Node cannot run.
home=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
node="$home/bin/node"
refuse() {
  echo "watchkeeper: $1" >&2
  exit 78
}
[ -x "$node" ] && [ -f "$home/dist/bin/watchkeeper.js" ] ||
  refuse "$home is not complete: unpack the archive again."
if ! output=$("$node" --version 2>&1); then
  case $output in
    *libatomic.so.1*) refuse "The library libatomic.so.1 is missing: apt-get install libatomic1, or your system's package of it." ;;
    *GLIBC_* | *GLIBCXX_*) refuse "The C library of this system is too old for Node: use Debian 11, Ubuntu 20.04, RHEL 9 or newer, or the container image." ;;
    *"shared libraries"*) refuse "A library is missing: ${output##*shared libraries: }" ;;
    *) refuse "This archive is for @PLATFORM@, this machine is $(uname -sm), or $node is damaged: use the archive for this machine, or unpack it again." ;;
  esac
fi
exec "$node" @FLAGS@ "$home/dist/bin/watchkeeper.js" "$@"
