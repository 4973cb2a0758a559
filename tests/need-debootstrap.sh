#!/bin/sh
# Computers made of namespaces run a Debian of their own. Install Debian's debootstrap where there is none and we may.
command -v debootstrap >/dev/null 2>&1 && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing debootstrap, which makes a Debian in a folder ..."
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends debootstrap; } \
        >/dev/null 2>&1 && exit 0
fi
echo "debootstrap was not found, and a bare Debian is needed: sudo apt install debootstrap" >&2
exit 1
