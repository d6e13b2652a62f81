#!/usr/bin/env bash
# Makes a self-signed certificate for each of the named hosts, once. DATABASE_CA names ca.pem, which contains them all.
# There is no common key with which more certificates could be signed.
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
# 999 is the user of Postgres, in its own image and in the pooler's.
if [[ $(id -u) == 0 ]]; then chown 999:999 "$folder"/*.key "$folder"/*.crt; fi
