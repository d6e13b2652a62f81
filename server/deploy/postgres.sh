#!/usr/bin/env bash
# Starts Postgres, or with PRIMARY set a hot standby of that server. docs/runbooks/fail-over.md says how it takes over.
set -euo pipefail

home=/var/lib/postgresql
export PGPASSFILE=$home/.pgpass

# Writes the password with which a standby follows its primary. At every start, because the password may have changed.
write_password() {
  printf '%s:5432:*:infield:%s\n' "$PRIMARY" "$(cat /run/secrets/database-password)" >"$PGPASSFILE"
  chown postgres:postgres "$PGPASSFILE"
  chmod 600 "$PGPASSFILE"
}

# Copies the primary's data. They get their name once they are complete, so that an interrupted copy is begun anew.
copy_primary() {
  local at="host=$PRIMARY user=infield sslmode=verify-full sslrootcert=/certificates/ca.pem"
  # The slot of a former standby may have lost what it kept. One that is in use is another standby's: then this ends.
  gosu postgres psql "$at dbname=infield" --quiet --no-psqlrc --set=ON_ERROR_STOP=1 \
    --command="select pg_drop_replication_slot(slot_name) from pg_replication_slots
      where slot_name = 'standby' and not active" \
    --command="select pg_create_physical_replication_slot('standby', true)"
  rm -rf "$PGDATA.new"
  install -d -o postgres -g postgres -m 700 "$PGDATA.new"
  gosu postgres pg_basebackup --pgdata="$PGDATA.new" --dbname="$at" --write-recovery-conf --wal-method=stream \
    --slot=standby
  rm -rf "$PGDATA"
  mv "$PGDATA.new" "$PGDATA"
}

if [[ -n ${PRIMARY:-} ]]; then
  write_password
  if [[ ! -s $PGDATA/PG_VERSION ]]; then
    copy_primary
  elif [[ ! -e $PGDATA/standby.signal ]]; then
    echo "The volume of this standby holds the data of a primary. docs/runbooks/fail-over.md says what to do." >&2
    exit 1
  fi
fi

exec docker-entrypoint.sh "$@"
