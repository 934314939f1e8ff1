#!/bin/sh
# /usr/local/bin/watchkeeper: runs any command as the user of the service, with its settings. Start it as root.
home=/opt/watchkeeper
exec runuser -u watchkeeper -- env WK_DATA_DIR="${WK_DATA_DIR:-/var/lib/watchkeeper}" \
  "$home/node_modules/.bin/node" --env-file-if-exists=/etc/watchkeeper/watchkeeper.env \
  "$home/src/bin/watchkeeper.ts" "$@"
