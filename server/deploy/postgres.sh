#!/usr/bin/env bash
# Starts Postgres with a certificate of its own making; with PRIMARY set, as a hot standby that follows it.
set -euo pipefail

home=/var/lib/postgresql
if [[ ! -f $home/server.key ]]; then
  openssl req -x509 -newkey rsa:3072 -nodes -days 3650 -subj /CN=infield -out "$home/server.crt" -keyout "$home/server.key"
fi
chown postgres:postgres "$home/server.key" "$home/server.crt"
chmod 600 "$home/server.key"

if [[ -n ${PRIMARY:-} && ! -s $PGDATA/PG_VERSION ]]; then
  install -d -o postgres -g postgres -m 700 "$PGDATA"
  printf '%s:5432:*:infield:%s\n' "$PRIMARY" "$(cat /run/secrets/database-password)" >"$home/.pgpass"
  chown postgres:postgres "$home/.pgpass"
  chmod 600 "$home/.pgpass"
  PGPASSFILE=$home/.pgpass gosu postgres pg_basebackup --host="$PRIMARY" --username=infield --pgdata="$PGDATA" \
    --write-recovery-conf --wal-method=stream --create-slot --slot=standby
fi

exec docker-entrypoint.sh "$@"
