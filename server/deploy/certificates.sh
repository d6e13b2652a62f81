#!/usr/bin/env bash
# Makes a certificate for each of the named hosts, once. Each is its own root: ca.pem, which holds all of them, is what
# DATABASE_CA names, and there is no key with which more could be made.
set -euo pipefail
umask 077

folder=$1
shift
for host in "$@"; do
  if [[ ! -f $folder/$host.crt ]]; then
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 -subj "/CN=$host" \
      -addext "subjectAltName=DNS:$host" -out "$folder/$host.new" -keyout "$folder/$host.key"
    mv "$folder/$host.new" "$folder/$host.crt"
  fi
done
cat "$folder"/*.crt >"$folder/ca.new"
mv "$folder/ca.new" "$folder/ca.pem"
chmod 755 "$folder"
chmod 644 "$folder/ca.pem"
# the user of Postgres, in its image and in that of the pooler
if [[ $(id -u) == 0 ]]; then chown 999:999 "$folder"/*.key "$folder"/*.crt; fi
