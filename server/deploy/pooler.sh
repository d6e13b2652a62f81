#!/bin/sh
# Starts PgBouncer with a certificate of its own making, and the password of the one role that comes here.
set -eu
umask 077
openssl req -x509 -newkey rsa:3072 -nodes -days 3650 -subj /CN=infield -out /tmp/pooler.crt -keyout /tmp/pooler.key
printf '"infield" "%s"\n' "$(cat /run/secrets/database-password)" >/tmp/userlist.txt
exec pgbouncer /etc/infield/pgbouncer.ini
