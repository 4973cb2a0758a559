#!/bin/sh
# The tests of stores run in files and in a real PostgreSQL. Install Debian's where there is none and we may; else say so.
command -v initdb >/dev/null 2>&1 && exit 0
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing PostgreSQL for the tests of stores ..."
    # The tests start their own server; one that Debian makes and starts by itself is nobody's.
    [ -e /etc/postgresql-common/createcluster.conf ] || {
        mkdir -p /etc/postgresql-common && echo "create_main_cluster = false" > /etc/postgresql-common/createcluster.conf
    }
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        -o Dpkg::Options::=--force-confold postgresql; } >/dev/null 2>&1 && exit 0
fi
echo "No PostgreSQL was found: its tests will be skipped. To run them: sudo apt install postgresql" >&2
exit 0
