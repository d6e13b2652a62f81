import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readEnv } from './env.ts'

const keys = (mode: string, card = mode) => ({
  STRIPE_SECRET_KEY: `sk_${mode}_1`,
  STRIPE_PUBLISHABLE_KEY: `pk_${card}_1`,
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
})
const production = { NODE_ENV: 'production' }
const complete = {
  ...production,
  ...keys('live'),
  DATABASE_URL: 'postgres://infield@127.0.0.1/infield',
  PUBLIC_URL: 'https://infield.example',
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'Infield <hello@infield.example>',
  SUPPORT_EMAIL: 'help@infield.example',
  VAPID_PUBLIC_KEY: 'public',
  VAPID_PRIVATE_KEY: 'private',
  APP_SECRET: 'q8Zr2vLx0bTn5KcW7mYd3FhJ9sGpA4eU',
}
const mistakesOf = (source: Record<string, string>) => {
  const read = readEnv(source)
  return read.ok ? [] : read.mistakes
}

test.each([
  ['live keys beside test keys', keys('live', 'test'), 'of one mode'],
  ['a live card form on a test key', keys('test', 'live'), 'of one mode'],
  ['half of the keys', { STRIPE_SECRET_KEY: 'sk_test_1' }, 'go together'],
  ['an empty secret of a webhook', { ...keys('test'), STRIPE_WEBHOOK_SECRET: 'whsec_1, ' }, 'whsec_'],
  ['production with the stand-in', production, 'payment stand-in'],
  ['production with a test key', { ...production, ...keys('test') }, 'test key'],
])('live keys with the stand-in, or the like: no server starts with %s', (_, source, says) => {
  const read = readEnv(source)
  expect(read.ok ? [] : read.mistakes).toContainEqual(expect.stringContaining(says))
})

test('with keys the stand-in is not there, in either mode', () => {
  for (const mode of ['live', 'test'])
    expect(readEnv(keys(mode))).toMatchObject({ ok: true, env: { stripe: { secretKey: `sk_${mode}_1` } } })
})

test('the webhooks of our own account and of connected accounts each have their secret', () => {
  const told = { ...keys('live'), STRIPE_WEBHOOK_SECRET: 'whsec_1, whsec_2' }
  expect(readEnv(told)).toMatchObject({ ok: true, env: { stripe: { webhookSecret: 'whsec_1, whsec_2' } } })
})

test('how much is logged is one of the levels, and a wrong one is told with all that there are', () => {
  for (const level of ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    expect(readEnv({ LOG_LEVEL: level })).toMatchObject({ ok: true, env: { logLevel: level } })
  expect(readEnv({})).toMatchObject({ ok: true, env: { logLevel: null, devClient: null } })
  const read = readEnv({ LOG_LEVEL: 'verbose' })
  expect(read.ok ? [] : read.mistakes).toEqual([
    'LOG_LEVEL is "verbose"; it must be one of trace, debug, info, warn, error, fatal, silent.',
  ])
})

test('production serves the built client and no other', () => {
  const read = readEnv({ ...production, DEV_CLIENT: 'http://localhost:3000/@client/' })
  expect(read.ok ? [] : read.mistakes).toContainEqual(expect.stringContaining('DEV_CLIENT'))
})

test('a production with everything it needs starts', () => {
  expect(mistakesOf(complete)).toEqual([])
})

test.each([
  ['https://infield.example', false],
  ['http://192.168.1.5:3000', false],
  ['http://localhost.evil.example', false],
  ['http://localhost:3000', true],
  ['http://127.0.0.1:3000', true],
  ['http://[::1]:3000', true],
])('outside production the public address %s is this machine: %j', (PUBLIC_URL, isHere) => {
  for (const NODE_ENV of ['development', 'test']) {
    const said = mistakesOf({ NODE_ENV, PUBLIC_URL })
    expect(said).toEqual(isHere ? [] : [expect.stringContaining('NODE_ENV=production')])
  }
})

describe('staging', () => {
  const staging = { ...complete, ...keys('test'), STAGING: 'on' }

  test('is production with test keys, and only with them', () => {
    expect(readEnv(staging)).toMatchObject({
      ok: true,
      env: { mode: 'production', staging: true, demo: null },
    })
    expect(mistakesOf({ ...staging, ...keys('live') })).toEqual([expect.stringContaining('no live key')])
    expect(mistakesOf({ ...staging, STAGING: 'off' })).toEqual([expect.stringContaining('STAGING=on')])
  })

  test('keeps every other rule of production', () => {
    expect(mistakesOf({ ...staging, PUBLIC_URL: 'http://infield.example' })).toHaveLength(1)
    expect(mistakesOf({ NODE_ENV: 'development', STAGING: 'on' })).toEqual([
      expect.stringContaining('NODE_ENV=production'),
    ])
    expect(mistakesOf({ ...staging, STAGING: 'maybe' })).toEqual([expect.stringContaining('on or off')])
  })
})

describe('secrets that can be guessed are refused', () => {
  test.each([
    'a'.repeat(32),
    'ab'.repeat(20),
    '0123456789'.repeat(4),
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab',
    'please-change-me-before-you-go-live-1',
    'this-is-an-example-of-a-long-secret-7',
  ])('%s', (APP_SECRET) => {
    expect(mistakesOf({ ...complete, APP_SECRET })).toEqual([expect.stringContaining('can be guessed')])
  })

  test('random ones are not, in whatever letters', () => {
    for (const [encoding, length] of [
      ['hex', 32],
      ['base64', 48],
      ['base64url', 32],
    ] as const)
      for (let seed = 0; seed < 200; seed += 1) {
        const APP_SECRET = createHash('sha512').update(String(seed)).digest(encoding).slice(0, length)
        expect(mistakesOf({ ...complete, APP_SECRET }), APP_SECRET).toEqual([])
      }
  })

  test('the token of the first admin too', () => {
    expect(mistakesOf({ ...complete, ADMIN_SETUP_TOKEN: 'x'.repeat(43) })).toEqual([
      expect.stringContaining('ADMIN_SETUP_TOKEN can be guessed'),
    ])
  })
})

describe('what leaves this machine is encrypted', () => {
  test.each([
    ['smtp://mail.example', true],
    ['smtps://user:word@mail.example:465', true],
    ['smtp://mail.example?requireTLS=true', true],
    ['smtp://mail.example?requireTLS=false', false],
    ['smtps://mail.example?tls.rejectUnauthorized=false', false],
    ['smtp://127.0.0.1:1025?tls.rejectUnauthorized=false', true],
    ['http://mail.example', false],
    ['mail.example', false],
  ])('SMTP_URL=%s may be used: %j', (SMTP_URL, isGood) => {
    expect(mistakesOf({ ...complete, SMTP_URL })).toHaveLength(isGood ? 0 : 1)
  })

  test.each([
    ['postgres://infield:word@db.example/infield', false],
    ['postgres://db/infield?sslmode=disable', false],
    ['postgres://db/infield?sslmode=prefer', false],
    ['postgres://localhost,db.example:5433/infield', false],
    ['postgresql://db.example:5432/infield', false],
    ['postgres://db.example/infield?sslmode=require', false],
    ['postgres://db.example/infield?ssl=require', false],
    ['postgres://db.example/infield?sslmode=no-verify', false],
    ['postgres://db.example/infield?sslmode=verify-full', true],
    ['postgres://localhost:5433/infield', true],
    ['postgres://infield@[::1]:5433/infield', true],
    ['postgres:///infield', true],
  ])('DATABASE_URL=%s may be used: %j', (DATABASE_URL, isGood) => {
    expect(mistakesOf({ ...complete, DATABASE_URL })).toHaveLength(isGood ? 0 : 1)
    // The direct address has the same rules, and with DATABASE_CA any address is allowed because its certificate
    // is verified.
    expect(mistakesOf({ ...complete, DATABASE_DIRECT_URL: DATABASE_URL })).toHaveLength(isGood ? 0 : 1)
    const DATABASE_CA = '/etc/infield/ca.pem'
    expect(mistakesOf({ ...complete, DATABASE_URL, DATABASE_CA })).toEqual([])
  })
})

test.each([
  'postgres://infield:word@/infield',
  'postgres://infield:wo/rd@db.example/infield?sslmode=verify-full',
  'postgres://localhost:54x2/infield',
  'localhost:5432/infield',
  'postgres:///infield?host=/var/run/postgresql',
  'postgres:///infield?host=db.example&sslmode=verify-full',
  'postgres://localhost/infield?connect_timeout=5&hostaddr=127.0.0.1',
])(
  'DATABASE_URL=%s, which the driver cannot read as it is meant, is refused with the form of an address',
  (url) => {
    const certified = { ...complete, DATABASE_CA: '/etc/infield/ca.pem' }
    for (const source of [complete, certified]) {
      expect(mistakesOf({ ...source, DATABASE_URL: url })).toEqual([
        expect.stringMatching(/^DATABASE_URL is an address such as postgres:\/\/user:password@/),
      ])
      expect(mistakesOf({ ...source, DATABASE_DIRECT_URL: url })).toEqual([
        expect.stringMatching(/^DATABASE_DIRECT_URL is an address such as/),
      ])
    }
  },
)

test('a process has the role, the grace and the addresses that it was told', () => {
  const read = readEnv({
    ROLE: 'worker',
    DRAIN_SECONDS: '0.5',
    METRICS_PORT: '9464',
    DATA_DIR: '/srv/infield',
  })
  expect(read).toMatchObject({
    ok: true,
    env: {
      role: 'worker',
      drainMs: 500,
      metrics: { host: '127.0.0.1', port: 9464 },
      assetsDir: '/srv/infield/assets',
    },
  })
  expect(readEnv({})).toMatchObject({
    ok: true,
    env: { role: 'all', drainMs: 0, metrics: null, otlpEndpoint: null },
  })
  expect(readEnv(complete)).toMatchObject({ ok: true, env: { drainMs: 5_000 } })
  expect(readEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://traces:4318/' })).toMatchObject({
    ok: true,
    env: { otlpEndpoint: 'http://traces:4318' },
  })
})

test.each([
  [{ ROLE: 'both' }, 'web, worker or all'],
  [{ DRAIN_SECONDS: '-1' }, 'from 0 to 600'],
  [{ DRAIN_SECONDS: 'soon' }, 'from 0 to 600'],
  [{ METRICS_PORT: '3000' }, 'take another one'],
  [{ METRICS_PORT: 'x' }, 'from 0 to 65535'],
  [{ METRICS_HOST: '0.0.0.0' }, 'set that too'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'traces:4318' }, 'http://127.0.0.1:4318'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a:b@traces:4318' }, 'holds no password'],
])('%j is told as a mistake', (source, says) => {
  expect(mistakesOf(source as unknown as Record<string, string>)).toContainEqual(
    expect.stringContaining(says),
  )
})

describe('the store of files', () => {
  const there = { S3_ENDPOINT: 'https://s3.example', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }

  test('is a folder unless a bucket is named, with a prefix or without', () => {
    expect(readEnv({})).toMatchObject({ ok: true, env: { storage: { kind: 'disk' } } })
    const bucket = { kind: 's3', bucket: 'infield', endpoint: 'https://s3.example', pathStyle: true }
    expect(readEnv({ STORAGE: 's3://infield', ...there })).toMatchObject({
      ok: true,
      env: { storage: { ...bucket, prefix: '', region: 'us-east-1', signedRedirect: false } },
    })
    expect(readEnv({ STORAGE: 's3://infield/one/two/', ...there, S3_SIGNED_REDIRECT: '1' })).toMatchObject({
      ok: true,
      env: { storage: { ...bucket, prefix: 'one/two/', signedRedirect: true } },
    })
    // on AWS, with a role of the machine
    expect(readEnv({ STORAGE: 's3://infield', S3_REGION: 'eu-north-1' })).toMatchObject({
      ok: true,
      env: { storage: { endpoint: null, region: 'eu-north-1', credentials: null, pathStyle: false } },
    })
  })

  test.each([
    ['what is neither', { STORAGE: 'ftp://infield' }, 'STORAGE is "ftp://infield"'],
    ['no service and no region', { STORAGE: 's3://infield' }, 'set S3_ENDPOINT'],
    ['half of the keys', { ...there, STORAGE: 's3://infield', S3_ACCESS_KEY_ID: '' }, 'S3_ACCESS_KEY_ID and'],
    [
      'plain http beyond this machine',
      { ...there, STORAGE: 's3://infield', S3_ENDPOINT: 'http://s3.example' },
      'S3_ENDPOINT is "http://s3.example"',
    ],
    ['a switch that is none', { ...there, STORAGE: 's3://infield', S3_SIGNED_REDIRECT: 'yes' }, 'S3_SIGNED'],
  ])('is refused by the name of the variable with %s', (_, source, says) => {
    expect(mistakesOf(source)).toContainEqual(expect.stringContaining(says))
  })
})

test('a certificate goes with its key', () => {
  expect(readEnv({})).toMatchObject({ ok: true, env: { tls: null } })
  expect(readEnv({ TLS_CERT: '/c.pem', TLS_KEY: '/k.pem' })).toMatchObject({
    ok: true,
    env: { tls: { certFile: '/c.pem', keyFile: '/k.pem' } },
  })
  for (const half of [{ TLS_CERT: '/c.pem' }, { TLS_KEY: '/k.pem' }])
    expect(readEnv(half)).toMatchObject({ ok: false, mistakes: [expect.stringMatching(/^TLS_CERT and/)] })
})

describe('the bus', () => {
  const bus = (BUS: string) => {
    const read = readEnv({ BUS })
    return read.ok ? read.env.bus : read.mistakes
  }

  test('is Postgres unless a broker is named', () => {
    expect(readEnv({})).toMatchObject({ ok: true, env: { bus: { kind: 'postgres' } } })
    expect(bus('postgres')).toEqual({ kind: 'postgres' })
    expect(bus('nats://127.0.0.1:4222')).toEqual({
      kind: 'nats',
      hosts: ['127.0.0.1:4222'],
      isEncrypted: false,
      caFile: null,
      user: null,
      password: null,
    })
    expect(bus('tls://u%40x:p@a.example:4222,tls://b.example')).toMatchObject({
      ...{ kind: 'nats', isEncrypted: true, user: 'u@x', password: 'p' },
      hosts: ['a.example:4222', 'b.example'],
    })
    expect(bus('rediss://:p@redis.example:6380')).toMatchObject({ kind: 'redis', user: null, password: 'p' })
    expect(readEnv({ BUS: 'rediss://redis.example', BUS_CA: '/etc/ca.pem' })).toMatchObject({
      ok: true,
      env: { bus: { caFile: '/etc/ca.pem' } },
    })
    // A broker without a password needs no encryption, because messages on it are worthless to others.
    expect(bus('nats://bus:4222')).toMatchObject({ hosts: ['bus:4222'] })
  })

  test.each([
    ['kafka://127.0.0.1:9092', 'BUS must be postgres'],
    ['nats://', 'BUS must be postgres'],
    ['nats://a.example,redis://b.example', 'BUS must be postgres'],
    ['redis://:secret@redis.example', 'use tls:// or rediss://'],
    ['nats://token@nats.example', 'use tls:// or rediss://'],
    ['redis://127.0.0.1,redis://127.0.0.2', 'one Redis'],
  ])('%s is none', (text, says) => {
    expect(bus(text)).toEqual([expect.stringContaining(says)])
  })

  test.each([undefined, 'postgres', 'nats://bus:4222'])('%s shows no certificate', (BUS) => {
    const read = readEnv({ BUS, BUS_CA: '/etc/ca.pem' })
    expect(read).toMatchObject({ ok: false, mistakes: [expect.stringMatching(/^BUS_CA /)] })
  })
})
