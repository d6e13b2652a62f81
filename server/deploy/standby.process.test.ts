import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, expect, test } from 'vitest'

/*
 * Runs the script that starts Postgres in a container, with programs in place of those of the image, which note what
 * they were told.
 */

const run = promisify(execFile)
let dir: string
let data: string

beforeEach(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'infield-standby-'))
  data = path.join(dir, '18', 'docker')
  await mkdir(path.join(dir, 'bin'))
  await writeFile(path.join(dir, 'database-password'), 'secret')
  const script = await readFile(path.join(import.meta.dirname, 'postgres.sh'), 'utf8')
  await writeFile(
    path.join(dir, 'postgres.sh'),
    script.replaceAll('/var/lib/postgresql', dir).replaceAll('/run/secrets', dir),
  )
  await program('chown', '')
  await program('gosu', 'shift; exec "$@"')
  await program('install', 'for last in "$@"; do :; done; mkdir -p "$last"')
  await program('psql', 'echo "psql $*" >>"$NOTES"')
  await program('pg_basebackup', BACKUP)
  await program('docker-entrypoint.sh', 'echo "started $*" >>"$NOTES"')
  return () => rm(dir, { recursive: true })
})

/** Copies a cluster as far as it gets, which a test says. */
const BACKUP = `echo "copied $*" >>"$NOTES"
for word in "$@"; do case $word in --pgdata=*) to=\${word#*=} ;; esac; done
echo 18 >"$to/PG_VERSION"
[[ -z \${BREAKS_OFF:-} ]] || exit 1
touch "$to/standby.signal"`

async function program(name: string, text: string): Promise<void> {
  const file = path.join(dir, 'bin', name)
  await writeFile(file, `#!/usr/bin/env bash\n${text}\n`)
  await chmod(file, 0o755)
}

/** Starts the script, and returns what the programs were told. */
async function start(more: Record<string, string> = { PRIMARY: 'primary' }): Promise<string> {
  const notes = path.join(dir, 'notes')
  await rm(notes, { force: true })
  await run('bash', [path.join(dir, 'postgres.sh'), 'postgres'], {
    env: { PATH: `${path.join(dir, 'bin')}:${process.env.PATH}`, PGDATA: data, NOTES: notes, ...more },
  })
  return readFile(notes, 'utf8')
}

test('a standby copies the primary once, on a slot that takes the place of one that is left', async () => {
  const first = await start()
  expect(first).toMatch(
    /pg_drop_replication_slot[\s\S]*not active[\s\S]*pg_create_physical_replication_slot[\s\S]*copied/,
  )
  expect(first).toContain('--slot=standby')
  expect(first).not.toContain('--create-slot')
  expect(first).toMatch(/^started postgres$/m)
  expect(existsSync(path.join(data, 'PG_VERSION'))).toBe(true)
  expect(await start()).toBe('started postgres\n')
})

test('a standby follows on with a password that was changed since its copy was made', async () => {
  await start()
  await writeFile(path.join(dir, 'database-password'), 'another')
  await start()
  expect(await readFile(path.join(dir, '.pgpass'), 'utf8')).toBe('primary:5432:*:infield:another\n')
})

test('a copy that broke off is begun anew, and nothing is started on half of it', async () => {
  await expect(start({ PRIMARY: 'primary', BREAKS_OFF: '1' })).rejects.toThrow()
  expect(existsSync(path.join(data, 'PG_VERSION'))).toBe(false)
  expect(await start()).toMatch(/copied[\s\S]*started/)
})

test('a standby does not start on the data of a primary, and a primary does', async () => {
  await mkdir(data, { recursive: true })
  await writeFile(path.join(data, 'PG_VERSION'), '18\n')
  await expect(start()).rejects.toThrow('holds the data of a primary')
  expect(await start({})).toBe('started postgres\n')
})
