import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readEnv } from './env.ts'

const dir = mkdtempSync(path.join(os.tmpdir(), 'infield-secrets-'))
afterAll(() => rmSync(dir, { recursive: true }))

const SECRET = 'q8Zr2vLx0bTn5KcW7mYd3FhJ9sGpA4eU'
function fileWith(text: string): string {
  const file = path.join(dir, `secret-${text.length}`)
  writeFileSync(file, text)
  return file
}

test('ASVS 13.3.1 a secret is read from the file that its variable names, without its line end', () => {
  const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }
  const STRIPE_WEBHOOK_SECRET_FILE = fileWith('whsec_1')
  const APP_SECRET_FILE = fileWith(`${SECRET}\n`)
  expect(readEnv({ ...STRIPE, STRIPE_WEBHOOK_SECRET_FILE, APP_SECRET_FILE })).toMatchObject({
    ok: true,
    env: { appSecret: SECRET, stripe: { webhookSecret: 'whsec_1' } },
  })
})

test('and checked as if it had stood there; one that is nowhere, or twice, is a mistake', () => {
  const mistakesOf = (source: Record<string, string>) => {
    const read = readEnv(source)
    return read.ok ? [] : read.mistakes
  }
  const foreign = fileWith('postgres://infield:word@db.example/infield')
  expect(mistakesOf({ DATABASE_URL_FILE: foreign })).toEqual([expect.stringContaining('sslmode=verify-full')])
  for (const file of [path.join(dir, 'absent'), fileWith(' \n')])
    expect(mistakesOf({ APP_SECRET_FILE: file })).toEqual([
      'APP_SECRET_FILE names no file with a secret in it that this server may read.',
    ])
  expect(mistakesOf({ APP_SECRET: SECRET, APP_SECRET_FILE: fileWith(SECRET) })).toEqual([
    expect.stringContaining('both set'),
  ])
})
