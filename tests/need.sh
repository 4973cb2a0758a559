#!/bin/sh
# Install what tests need of Debian, where it is missing and we may; else say what is left out, and how to have it.
#
#     sh tests/need.sh chromium mosquitto
#
# It fails if something is missing in the end; most tests can do without, and are skipped.
# Services among them are not started, now or when the computer starts: tests run their own.

there() { # NAME: whether it is here already
    case $1 in
        chromium) command -v chromium || command -v chromium-browser || command -v google-chrome ;;
        debootstrap) [ -x /usr/sbin/debootstrap ] || command -v debootstrap ;;
        faketime) ls /usr/lib/*/faketime/libfaketimeMT.so.1 ;;
        fonts-wqy-microhei) ls /usr/share/fonts/truetype/wqy/wqy-microhei.ttc || [ -n "$(fc-list :lang=zh-cn)" ] ;;
        mosquitto | ser2net | nginx) command -v "$1" || [ -x "/usr/sbin/$1" ] ;;
        postgresql) command -v initdb || ls /usr/lib/postgresql/*/bin/initdb ;;
        *) command -v "$1" ;;
    esac >/dev/null 2>&1
}

used_by() { # NAME: what cannot be done without it
    case $1 in
        caddy | nginx) echo "the tests behind this proxy are skipped" ;;
        chromium) echo "the browser tests are skipped" ;;
        chromium-headless-shell) echo "pages are tried in the whole of Chromium, which takes twice as long" ;;
        debootstrap) echo "no computer can be made of namespaces" ;;
        faketime) echo "wall clocks are left alone" ;;
        fonts-wqy-microhei) echo "Chinese forms cannot be printed, and their tests fail" ;;
        mosquitto) echo "the tests of this broker are skipped" ;;
        postgresql) echo "the tests of this database are skipped" ;;
        prometheus) echo "metrics are read by its library alone" ;;
        ser2net) echo "the test of a board behind it is skipped" ;;
    esac
}

install() { # NAME
    echo "Installing Debian's $1 for the tests ..."
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends -o Dpkg::Options::=--force-confold "$1" \
        >/dev/null 2>&1
    case $1 in caddy | mosquitto | nginx | prometheus | ser2net) units=$1 ;; *) units= ;; esac
    if [ -n "$units" ] && command -v systemctl >/dev/null 2>&1; then systemctl disable "$units" >/dev/null 2>&1; fi
}

# Debian asks this program before it starts a service that was just installed; 101 is "no".
policy=/usr/sbin/policy-rc.d
fresh=
missing=0
for name; do
    there "$name" && continue
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        if [ -z "$fresh" ]; then
            apt-get update -qq >/dev/null 2>&1
            fresh=yes
        fi
        if [ ! -e $policy ]; then
            printf '#!/bin/sh\nexit 101\n' >$policy && chmod 755 $policy
            trap 'rm -f $policy' EXIT
            trap 'exit 1' HUP INT TERM
        fi
        if [ "$name" = postgresql ] && [ ! -e /etc/postgresql-common/createcluster.conf ]; then
            mkdir -p /etc/postgresql-common # a server that Debian makes by itself is nobody's
            echo "create_main_cluster = false" >/etc/postgresql-common/createcluster.conf
        fi
        install "$name"
        there "$name" && continue
    fi
    echo "There is no $name: $(used_by "$name"). To have it: sudo apt install $name" >&2
    missing=1
done
exit $missing
