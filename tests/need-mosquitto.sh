#!/bin/sh
# The tests of a closed hall run on both brokers. Install Debian's Mosquitto where there is none and we may; else say so.
command -v mosquitto >/dev/null 2>&1 && exit 0
[ -x /usr/sbin/mosquitto ] && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing Mosquitto for the tests of brokers ..."
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends mosquitto; } \
        >/dev/null 2>&1 && exit 0
fi
echo "No Mosquitto was found: its tests will be skipped. To run them: sudo apt install mosquitto" >&2
exit 0
