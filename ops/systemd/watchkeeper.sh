#!/bin/sh
# Runs any command as the user of the service, with its settings. Start it as root.
# Other users run commands that need no data of the service, such as "check".
home=/opt/watchkeeper
[ "$(id -u)" = 0 ] || exec "$home/watchkeeper" "$@"
set -a
[ ! -f /etc/watchkeeper/watchkeeper.env ] || . /etc/watchkeeper/watchkeeper.env
exec runuser -u watchkeeper -- env WK_DATA_DIR="${WK_DATA_DIR:-/var/lib/watchkeeper}" "$home/watchkeeper" "$@"
