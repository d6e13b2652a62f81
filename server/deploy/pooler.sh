#!/bin/sh
# Starts PgBouncer with the password of the only role that connects to it.
set -eu
umask 077
printf '"infield" "%s"\n' "$(cat /run/secrets/database-password)" >/tmp/userlist.txt
exec pgbouncer /etc/infield/pgbouncer.ini
