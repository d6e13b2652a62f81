#!/bin/sh
# Starts PgBouncer with the password of the one role that comes here.
set -eu
umask 077
printf '"infield" "%s"\n' "$(cat /run/secrets/database-password)" >/tmp/userlist.txt
exec pgbouncer /etc/infield/pgbouncer.ini
