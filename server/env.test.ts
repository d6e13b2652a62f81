import { expect, test } from 'vitest'
import { readEnv } from './env.ts'

const keys = (mode: string, card = mode) => ({
  STRIPE_SECRET_KEY: `sk_${mode}_1`,
  STRIPE_PUBLISHABLE_KEY: `pk_${card}_1`,
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
})
const production = { NODE_ENV: 'production' }

test.each([
  ['live keys beside test keys', keys('live', 'test'), 'of one mode'],
  ['a live card form on a test key', keys('test', 'live'), 'of one mode'],
  ['half of the keys', { STRIPE_SECRET_KEY: 'sk_test_1' }, 'go together'],
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
