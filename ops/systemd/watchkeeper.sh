#!/bin/sh
# /usr/local/bin/watchkeeper: runs any command as the user and with the settings of the service. Must be started by root.
home=/opt/watchkeeper
exec runuser -u watchkeeper -- env WK_DATA_DIR="${WK_DATA_DIR:-/var/lib/watchkeeper}" \
  "$home/node_modules/.bin/node" --env-file-if-exists=/etc/watchkeeper/watchkeeper.env \
  "$home/src/bin/watchkeeper.ts" "$@"
