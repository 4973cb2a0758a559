#!/bin/sh
# Chaos steps the wall clocks of processes by libfaketime. Install Debian's where there is none and we may; else say so.
ls /usr/lib/*/faketime/libfaketimeMT.so.1 >/dev/null 2>&1 && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing faketime for wall clocks that jump ..."
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends faketime; } \
        >/dev/null 2>&1 && exit 0
fi
echo "No faketime was found: wall clocks are left alone. To have them jump: sudo apt install faketime" >&2
exit 0
