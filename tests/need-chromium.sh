#!/bin/sh
# The browser tests drive a real Chromium. Install Debian's where there is none and we may; else say what to do.
for name in chromium chromium-browser google-chrome; do
    command -v "$name" >/dev/null 2>&1 && exit 0
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing Chromium for the browser tests ..."
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium; } \
        >/dev/null 2>&1 && exit 0
fi
echo "No Chromium was found: the browser tests will be skipped. To run them: sudo apt install chromium" >&2
exit 0
