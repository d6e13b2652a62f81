import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

/* Runs what the runbooks tell somebody to type, as far as that goes without Docker and without systemd. */

const run = promisify(execFile)
const read = (name: string) => readFileSync(path.join(import.meta.dirname, name), 'utf8')
const ENVIRONMENT = 'process.stdout.write(JSON.stringify(process.env))'

test('a shell reads every value of the example as compose and systemd do', async () => {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'infield-commands-'))
  try {
    const file = path.join(dir, 'infield.env')
    await writeFile(file, read('infield.env.example').replaceAll(/^# (?=[A-Z0-9_]+=)/gm, ''))
    const lines = [...readFileSync(file, 'utf8').matchAll(/^([A-Z0-9_]+)=(.*)$/gm)]
    expect(lines.length).toBeGreaterThan(20)
    const { stdout } = await run('sh', [
      '-c',
      `set -a; . ${file}; set +a; exec "$0" -e "$1"`,
      process.execPath,
      ENVIRONMENT,
    ])
    const seen = JSON.parse(stdout) as Record<string, string>
    for (const [, name = '', value] of lines) expect(`'${seen[name]}'`, name).toBe(value)
    expect(seen.MAIL_FROM).toBe('Infield <hello@infield.example>')
  } finally {
    await rm(dir, { recursive: true })
  }
})

test('a command that is run with the service that migrates has the addresses of the database', async () => {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'infield-commands-'))
  try {
    await writeFile(path.join(dir, 'database-password'), 'secret')
    const { services } = parse(read('compose.yaml'), { merge: true }) as {
      services: { migrate: { entrypoint: [string, string, string] } }
    }
    const [shell, flag, text] = services.migrate.entrypoint
    // compose reads two dollars as one
    const script = text.replaceAll('$$', '$').replaceAll('/run/secrets', dir)
    const { stdout } = await run(shell, [flag, script, process.execPath, '-e', ENVIRONMENT])
    expect(JSON.parse(stdout)).toMatchObject({
      DATABASE_URL: expect.stringMatching(/^postgres:\/\/infield:secret@pooler:6432\//),
      DATABASE_DIRECT_URL: expect.stringMatching(/^postgres:\/\/infield:secret@primary:5432\//),
    })
  } finally {
    await rm(dir, { recursive: true })
  }
})
