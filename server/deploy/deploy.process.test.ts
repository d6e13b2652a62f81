import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { validate } from 'dockerfile-utils'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readEnv } from '../env.ts'
import { declaredNames } from '../testing/exposition.ts'
import { idleContext } from '../testing/idle-app.ts'
import { openMetrics } from '../watch/metrics.ts'

/*
 * Tests the files with which the product is deployed. Linters read the files that have one here; the rest is
 * checked against the product: each variable is one it reads, each metric one it exposes, each path one that
 * exists.
 */

const HERE = import.meta.dirname
const ROOT = path.join(HERE, '../..')
const read = (name: string) => readFileSync(path.join(HERE, name), 'utf8')
const run = promisify(execFile)

type Service = {
  image?: string
  environment?: Record<string, string>
  volumes?: string[]
  entrypoint?: string[]
  read_only?: boolean
  logging?: object
  depends_on?: object
}
const compose = parse(read('compose.yaml'), { merge: true }) as { services: Record<string, Service> }
const ofApp = Object.entries(compose.services).filter(([, { image }]) => image === 'infield')

/** Reads `NAME='value'` lines from a file, as compose and systemd do. */
const assigned = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/^([A-Z0-9_]+)='(.*)'$/gm)].map(([, name = '', value = '']) => [name, value]),
  )
const imageEnv = Object.fromEntries(
  [...(/^ENV ((?:.*\\\n)*.*)$/m.exec(read('Dockerfile'))?.[1]?.matchAll(/([A-Z_]+)=(\S+)/g) ?? [])].map(
    ([, name = '', value = '']) => [name, value],
  ),
)
const values = parse(read('helm/values.yaml')) as { env: Record<string, string> }
const FILLED = {
  ...assigned(read('infield.env.example')),
  APP_SECRET: 'q8Zr2vLx0bTn5KcW7mYd3FhJ9sGpA4eU',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1,whsec_2',
  VAPID_PUBLIC_KEY: 'public',
  VAPID_PRIVATE_KEY: 'private',
}

describe('the variables', () => {
  const reader = ['env.ts', 'env-operations.ts', 'env-seller.ts', 'store-address.ts'].map((name) =>
    readFileSync(path.join(ROOT, 'server', name), 'utf8'),
  )
  const known = new Set(reader.join('\n').match(/\b[A-Z][A-Z0-9_]{2,}\b/g))
  const helmEnv = [...read('helm/templates/web.yaml').matchAll(/name: ([A-Z_]+), value/g)].map(
    ([, name = '']) => name,
  )

  test('that the files name are read by the product', () => {
    const named = [
      ...Object.keys(imageEnv),
      ...Object.keys(assigned(read('infield.env.example').replaceAll(/^# (?=\w+=)/gm, ''))),
      ...ofApp.flatMap(([, { environment = {} }]) => Object.keys(environment)),
      ...Object.keys(values.env),
      ...helmEnv,
      ...[...(/^Environment=(.*)$/m.exec(read('infield.service'))?.[1]?.matchAll(/([A-Z_]+)=/g) ?? [])].map(
        ([, name = '']) => name,
      ),
    ]
    expect(named.length).toBeGreaterThan(30)
    expect(named.filter((name) => !known.has(name) && name !== 'OTEL_EXPORTER_OTLP_HEADERS')).toEqual([])
  })

  test.each(ofApp.map(([name, service]) => ({ name, service })))(
    'of $name in the compose file let a server start',
    ({ service: { environment, entrypoint = [] } }) => {
      const urls = [...entrypoint.join('\n').matchAll(/export (\w+)="\$\$at(.*?)"/g)].map(
        ([, name = '', rest = '']) => [name, `postgres://infield:x${rest}`],
      )
      const source = { ...imageEnv, ...FILLED, ...environment, ...Object.fromEntries(urls) }
      expect(readEnv(source)).toMatchObject({
        ok: true,
        env: {
          mode: 'production',
          host: '0.0.0.0',
          databaseUrl: expect.stringContaining('@pooler:6432/'),
          databaseDirectUrl: expect.stringContaining('@primary:5432/'),
          databaseCa: '/certificates/ca.pem',
        },
      })
    },
  )

  test('of the chart and of the unit do so too', () => {
    const secret = { ...FILLED, DATABASE_URL: 'postgres://infield@db.example/infield?sslmode=verify-full' }
    for (const role of ['web', 'worker'])
      expect(readEnv({ ...imageEnv, ...secret, ...values.env, ROLE: role })).toMatchObject({ ok: true })
    const [, unit = ''] = /^Environment=(.*)$/m.exec(read('infield.service')) ?? []
    const own = Object.fromEntries(unit.split(' ').map((pair) => pair.split('=')))
    // as the example offers it, without the marks that keep it from compose
    const offered = assigned(read('infield.env.example').replaceAll(/^# (?=DATABASE_URL=)/gm, ''))
    expect(readEnv({ ...offered, ...FILLED, ...own })).toMatchObject({
      ok: true,
      env: { metrics: { host: '127.0.0.1' } },
    })
  })
})

describe('the metrics', () => {
  let text: string
  let shown: Set<string>
  beforeAll(async () => {
    const blobs = { room: async () => ({ freeBytes: 1, totalBytes: 2 }) }
    const context = { ...(await idleContext()), blobs } as never
    const metrics = await openMetrics({ host: '127.0.0.1', port: 0 }).serve({ context, streams: () => 0 })
    text = await (await fetch(`http://127.0.0.1:${metrics?.port}/metrics`)).text()
    await metrics?.close()
    shown = new Set(
      declaredNames(text).flatMap((name) => [name, `${name}_count`, `${name}_bucket`, `${name}_sum`]),
    )
  })
  const namesIn = (expression: string) => expression.match(/\b(?:infield|nodejs|process)_[a-z0-9_]+/g) ?? []
  type Group = { rules: { alert: string; expr: string; labels: object; annotations: { summary: string } }[] }
  const { groups } = parse(read('alerts.yaml')) as { groups: Group[] }
  const rules = groups.flatMap((group) => group.rules)

  test('that alerts and dashboard ask for are shown by the product', () => {
    const dashboard = JSON.parse(read('dashboard.json')) as { panels: { targets: { expr: string }[] }[] }
    const asked = [
      ...rules.map(({ expr }) => expr),
      ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ].flatMap(namesIn)
    expect(asked.length).toBeGreaterThan(40)
    expect(asked.filter((name) => !shown.has(name))).toEqual([])
    const ours = declaredNames(text).filter((name) => name.startsWith('infield_'))
    expect(ours.filter((name) => !asked.some((each) => each.startsWith(name)))).toEqual([])
  })

  test('all have a rule where somebody has to act', () => {
    const alerts = rules.map(({ alert }) => alert)
    for (const hurt of [
      'InfieldAnswersNearDeadline',
      'InfieldBooksBroken',
      'InfieldDiskLow',
      'InfieldJobsGivenUp',
      'InfieldOutgoingStuck',
      'InfieldEpochChanged',
      'InfieldLoopLags',
      'InfieldMemory',
    ])
      expect(alerts).toContain(hurt)
    for (const { annotations, labels } of rules) {
      expect(annotations.summary.length).toBeGreaterThan(20)
      expect(labels).toMatchObject({ severity: expect.stringMatching(/^(page|warn)$/) })
    }
  })
})

test('the role of the database has the limits that the operations page prints', () => {
  const page = readFileSync(path.join(ROOT, 'docs/operations.md'), 'utf8')
  const statements = read('limits.sql').match(/^alter role .*$/gm) ?? []
  expect(statements).toHaveLength(3)
  for (const statement of statements) expect(page).toContain(statement)
})

test('systemd lets a migration last as long as it does', () => {
  const [, ofService = ''] = read('infield.service').split(/^\[Service\]$/m)
  expect(ofService).toMatch(/^ExecStartPre=.* --migrate-only$/m)
  expect(ofService).toMatch(/^TimeoutStartSec=infinity$/m)
})

describe('the paths', () => {
  /** Files made by a build, or provided by the operator. */
  const BROUGHT = ['dist', 'node_modules', 'site.pem', 'database-password', 'infield.env']

  test('that the files name are there', () => {
    const copied = [...read('Dockerfile').matchAll(/^COPY --from=build \/app\/(\S+)/gm)].map(
      ([, name = '']) => name,
    )
    const mounted = Object.values(compose.services)
      .flatMap(({ volumes = [] }) => volumes)
      .filter((volume) => volume.startsWith('./'))
      .map((volume) => path.join('server/deploy', volume.split(':')[0] ?? ''))
    const started = [...read('infield.service').matchAll(/node (server\/\S+)/g)].map(([, name = '']) => name)
    const paths = [...copied, ...mounted, ...started].filter((name) => !BROUGHT.includes(path.basename(name)))
    expect(paths.length).toBeGreaterThan(10)
    expect(paths.filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([])
  })

  test('the image holds every file of the product that a server imports from outside of server and sync', () => {
    const copied = [...read('Dockerfile').matchAll(/^COPY --from=build \/app\/(\S+)/gm)].map(
      ([, name = '']) => name,
    )
    const sources = readdirSync(path.join(ROOT, 'server'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|^testing\//.test(name))
      .map((name) => path.join(ROOT, 'server', name))
    const imported = sources.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/from '(\.\.?\/[^']+)'/g)].map(([, to = '']) =>
        path.relative(ROOT, path.resolve(path.dirname(file), to)),
      ),
    )
    const tops = new Set(imported.map((name) => name.split('/')[0] ?? ''))
    expect([...tops].filter((top) => !copied.includes(top))).toEqual([])
  })
})

describe('the containers', () => {
  test('have a Dockerfile without a mistake, whose process is nobody and can be asked for its health', () => {
    expect(validate(read('Dockerfile')).map(({ message }) => message)).toEqual([])
    const last =
      read('Dockerfile')
        .split(/^FROM /m)
        .at(-1) ?? ''
    for (const line of [/^USER node$/m, /^HEALTHCHECK /m, /^STOPSIGNAL SIGTERM$/m]) expect(last).toMatch(line)
  })

  test('of the compose file are three that serve, one that works and one that migrates, on files they cannot change', () => {
    expect(ofApp.map(([name, { environment }]) => `${name} ${environment?.ROLE ?? '-'}`)).toEqual([
      'migrate -',
      'web-1 web',
      'web-2 web',
      'web-3 web',
      'worker worker',
    ])
    for (const [, service] of ofApp) expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
    const waitedFor = Object.values(compose.services).flatMap(({ depends_on = {} }) =>
      Object.keys(depends_on),
    )
    expect(waitedFor.filter((name) => !(name in compose.services))).toEqual([])
    const balanced = [...read('haproxy.cfg').matchAll(/^ {2}server (\S+) \1:3000$/gm)].map(([, name]) => name)
    expect(balanced).toEqual(['web-1', 'web-2', 'web-3'])
  })
})

test('no container keeps a log without end on the disk of the database', () => {
  for (const [name, { logging }] of Object.entries(compose.services))
    expect(logging, name).toEqual({ driver: 'local' })
})

const SCRIPTS = ['certificates.sh', 'postgres.sh', 'pooler.sh']

describe('the linters that are here', () => {
  const has = (command: string, ...args: string[]) => {
    try {
      execFileSync(command, args, { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  }
  const inHere = { cwd: HERE }

  test.skipIf(!has('bash', '--version'))(
    'bash reads the scripts of the database, its certificates and the pooler',
    async () => {
      for (const script of SCRIPTS) await run('bash', ['-n', script], inHere)
    },
  )

  test.skipIf(!has('bash', '--version') || !has('openssl', 'version'))(
    'ASVS 12.3.4 each host of the database shows a certificate of its own, which stays, and no other host’s is taken for it',
    async () => {
      const dir = await mkdtemp(path.join(os.tmpdir(), 'infield-certificates-'))
      try {
        const make = () => run('bash', ['certificates.sh', dir, 'primary', 'pooler'], inHere)
        await make()
        const before = readFileSync(path.join(dir, 'primary.crt'), 'utf8')
        await make()
        expect(readFileSync(path.join(dir, 'primary.crt'), 'utf8')).toBe(before)
        const check = (host: string, of: string) =>
          run('openssl', ['verify', '-CAfile', 'ca.pem', '-verify_hostname', host, `${of}.crt`], { cwd: dir })
        await check('primary', 'primary')
        await check('pooler', 'pooler')
        await expect(check('primary', 'pooler')).rejects.toThrow('hostname mismatch')
      } finally {
        await rm(dir, { recursive: true })
      }
    },
  )

  test.skipIf(!has('shellcheck', '--version'))('shellcheck finds nothing in it', async () => {
    await run('shellcheck', SCRIPTS, inHere)
  })

  test.skipIf(!has('haproxy', '-v') || !has('openssl', 'version'))(
    'haproxy takes its configuration',
    async () => {
      const dir = await mkdtemp(path.join(os.tmpdir(), 'infield-proxy-'))
      try {
        const [pem, key] = [path.join(dir, 'site.pem'), path.join(dir, 'site.pem.key')]
        await run('openssl', [
          ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=x', '-out', pem, '-keyout', key],
        ])
        const file = path.join(dir, 'haproxy.cfg')
        await writeFile(file, read('haproxy.cfg').replace('/etc/infield/site.pem', pem))
        await run('haproxy', ['-c', '-f', file])
      } finally {
        await rm(dir, { recursive: true })
      }
    },
  )

  test.skipIf(!has('promtool', '--version'))(
    'promtool takes the rules, and its own tests of them pass',
    async () => {
      await run('promtool', ['check', 'config', 'prometheus.yaml'], inHere)
      await run('promtool', ['test', 'rules', 'alerts.test.yaml'], inHere)
    },
  )

  test.skipIf(!has('systemd-analyze', '--version'))(
    'systemd takes the unit, and finds little to expose',
    async () => {
      const dir = await mkdtemp(path.join(os.tmpdir(), 'infield-unit-'))
      try {
        const unit = path.join(dir, 'infield.service')
        // use this machine's Node, which need not be where a package installs it
        await writeFile(unit, read('infield.service').replaceAll('/usr/bin/node', process.execPath))
        const { stderr } = await run('systemd-analyze', ['verify', '--man=no', unit])
        expect(stderr).not.toContain(unit)
        await run('systemd-analyze', ['security', '--offline=true', '--threshold=20', unit])
      } finally {
        await rm(dir, { recursive: true })
      }
    },
  )

  test.skipIf(!has('docker', 'compose', 'version'))('docker compose takes its file', async () => {
    await run('docker', ['compose', '-f', 'compose.yaml', 'config', '--quiet', '--no-env-resolution'], inHere)
  })

  test.skipIf(!has('hadolint', '--version'))('hadolint takes the Dockerfile', async () => {
    await run('hadolint', ['Dockerfile'], inHere)
  })

  test.skipIf(!has('helm', 'version'))('helm takes the chart', async () => {
    await run('helm', ['lint', '--strict', 'helm'], inHere)
    await run('helm', ['template', 'helm'], inHere)
  })
})
