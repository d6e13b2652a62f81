import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const ROOT = path.join(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8')
const RUNBOOKS = readdirSync(path.join(ROOT, 'docs/runbooks')).map((name) => `docs/runbooks/${name}`)
/** All pages for an operator. */
const PAGES = [...RUNBOOKS, 'docs/operations.md']
/** Their commands, one a line. */
const LINES = PAGES.flatMap((name) =>
  read(name)
    .replaceAll(/ \\\n +/g, ' ')
    .split('\n'),
).map((line) => line.trim())

test('every command of a runbook reaches the database past the pooler, on whose connections what it sets would stay', () => {
  const commands = PAGES.flatMap((name) => read(name).split('\n')).flatMap(
    (line) => line.match(/[^`]*\b(?:pg_dump|pg_restore|psql) ["-][^`]*/g) ?? [],
  )
  const isDirect = /DATABASE_DIRECT_URL|exec -T (primary|standby) /
  expect(commands.length).toBeGreaterThan(2)
  expect(commands.filter((command) => !isDirect.test(command))).toEqual([])
})

test('the pooler gives a statement up before the server gives its connection up', () => {
  const [, poolerS = ''] = /^query_wait_timeout = (\d+)$/m.exec(read('server/deploy/pgbouncer.ini')) ?? []
  const [, serverS = ''] = /answerWithinS = (\d+)/.exec(read('server/db/sql.ts')) ?? []
  expect(Number(poolerS)).toBeGreaterThan(0)
  expect(Number(poolerS)).toBeLessThan(Number(serverS))
})

test('every command with the address of the database trusts what the server trusts, and none overwrites a former dump', () => {
  const blocks = PAGES.flatMap((name) => [...read(name).matchAll(/^ *```sh\n(.*?)^ *```/gms)]).map(
    ([, text = '']) => text,
  )
  const reaching = blocks.filter((text) => text.includes('DATABASE_DIRECT_URL'))
  expect(reaching.length).toBeGreaterThan(2)
  for (const text of reaching) expect(text).toMatch(/PGSSLROOTCERT="\$\{DATABASE_CA:-system\}"/)
  const beside = PAGES.map((name) => read(name).replaceAll(/^ *```sh\n.*?^ *```/gms, '')).join('\n')
  expect(beside.match(/\b(?:pg_dump|pg_restore|psql) [^`\n]*\$\{?DATABASE_[^`\n]*/g)).toBeNull()
  expect(LINES.filter((line) => /\bpg_dump\b.*> \S+\.dump(?!\.new)/.test(line))).toEqual([])
})

test('every command for the compose file names a service, and one of the product runs where the addresses are made', () => {
  const { services } = parse(read('server/deploy/compose.yaml'), { merge: true }) as {
    services: Record<string, { entrypoint?: string[] }>
  }
  const found = LINES.flatMap((line) => [
    ...line.matchAll(/docker compose (?:-f \S+ )?(run --rm --no-deps|exec -T) (\S+) (\S+)(?: (\S+))?/g),
  ])
  expect(found.length).toBeGreaterThan(5)
  for (const [command, verb = '', service = '', program = ''] of found) {
    expect(Object.keys(services), command).toContain(service)
    if (program === 'node') expect(verb, command).toBe('run --rm --no-deps')
    if (verb.startsWith('run'))
      expect(services[service]?.entrypoint?.join(), command).toContain('DATABASE_URL=')
  }
})

test('every command beside the unit has the user, the folder and the environment of the unit', () => {
  const unit = read('server/deploy/infield.service')
  const of = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
  const own = of('Environment')
    .split(' ')
    .filter((pair) => !pair.startsWith('METRICS_'))
  const wanted = [
    `--uid=${of('User')}`,
    `--gid=${of('Group')}`,
    `--working-directory=${of('WorkingDirectory')}`,
    `--property=EnvironmentFile=${of('EnvironmentFile')}`,
    ...own.map((pair) => `--setenv=${pair}`),
    of('ExecStart').split(' ')[0] ?? '',
  ]
  const commands = LINES.filter((line) => line.startsWith('systemd-run '))
  expect(commands.length).toBeGreaterThan(1)
  for (const command of commands) expect(command.split(' ')).toEqual(expect.arrayContaining(wanted))
  // the unit has DATABASE_URL, with which these two refuse
  expect(commands.filter((command) => /server\/backup\/(backup|restore)\.ts/.test(command))).toEqual([])
  for (const line of LINES)
    for (const [, file] of line.matchAll(/set -a; \. (\S+); set \+a/g))
      expect(file).toBe(of('EnvironmentFile'))
})

test('every alert has a row in the runbook on incidents', () => {
  type Group = { rules: { alert: string }[] }
  const { groups } = parse(read('server/deploy/alerts.yaml')) as { groups: Group[] }
  const names = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert))
  expect(names.length).toBeGreaterThan(20)
  const rows =
    read('docs/runbooks/incident.md')
      .match(/^\| .*$/gm)
      ?.join('\n') ?? ''
  expect(names.filter((name) => !rows.includes(`\`${name}\``))).toEqual([])
})

test('every command of the product on these pages is a file or a script of it', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const files = LINES.flatMap((line) => [...line.matchAll(/\bnode (server\/\S+\.ts)/g)]).map(
    ([, file = '']) => file,
  )
  const named = LINES.flatMap((line) => [...line.matchAll(/npm run ([\w:-]+)/g)]).map(([, name = '']) => name)
  expect(files.length).toBeGreaterThan(3)
  expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([])
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})
