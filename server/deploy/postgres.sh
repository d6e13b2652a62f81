#!/usr/bin/env bash
# Starts Postgres, or with PRIMARY set a hot standby of that server.
set -euo pipefail

home=/var/lib/postgresql
if [[ -n ${PRIMARY:-} && ! -s $PGDATA/PG_VERSION ]]; then
  install -d -o postgres -g postgres -m 700 "$PGDATA"
  printf '%s:5432:*:infield:%s\n' "$PRIMARY" "$(cat /run/secrets/database-password)" >"$home/.pgpass"
  chown postgres:postgres "$home/.pgpass"
  chmod 600 "$home/.pgpass"
  PGPASSFILE=$home/.pgpass gosu postgres pg_basebackup --pgdata="$PGDATA" \
    --dbname="host=$PRIMARY user=infield sslmode=verify-full sslrootcert=/certificates/ca.pem" --write-recovery-conf \
    --wal-method=stream --create-slot --slot=standby
fi

exec docker-entrypoint.sh "$@"
