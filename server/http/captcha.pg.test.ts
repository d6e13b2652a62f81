import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/sha'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refuse } from '../../sync/result.ts'
import { databaseClock } from '../clock.ts'
import type { Context } from '../context.ts'
import { systemRandom } from '../random.ts'
import { advanceClock } from '../testing/clock.ts'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { transactOrRefuse } from '../transact.ts'
import { checkCaptcha, makeChallenge } from './captcha.ts'

let database: TestDatabase
let context: Context

beforeAll(async () => {
  database = await testDatabase()
  const { sql } = database
  const secrets = { captcha: 'k'.repeat(43) }
  const env = { mode: 'development' }
  context = { sql, env, secrets, clock: databaseClock(sql), random: systemRandom } as unknown as Context
})

afterAll(() => database.drop())

const encode = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64')

async function solve(challenge: Challenge) {
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('not solved')
  return { challenge, solution }
}

const solved = async () => solve(await makeChallenge(context))
const check = (payload: string | null) => transactOrRefuse(context, (inside) => checkCaptcha(inside, payload))

async function codeOf(payload: string | null) {
  const result = await check(payload)
  return result.ok ? 'ok' : result.refusal.code
}

describe('the proof of work', () => {
  test('S1-7.14 solved it counts, once', async () => {
    const payload = encode(await solved())
    expect(payload.length).toBeLessThan(4_096)
    expect(await codeOf(payload)).toBe('ok')
    expect(await codeOf(payload)).toBe('captcha-used')
  })

  test('the same one sent many times at once counts once', async () => {
    const payload = encode(await solved())
    const codes = await Promise.all(Array.from({ length: 8 }, () => codeOf(payload)))
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1)
    expect(codes.filter((code) => code === 'captcha-used')).toHaveLength(7)
  })

  test('the same one in other clothes is the same one', async () => {
    const { challenge, solution } = await solved()
    expect(await codeOf(encode({ challenge, solution }))).toBe('ok')
    expect(await codeOf(encode({ solution: { ...solution, time: 1 }, challenge }))).toBe('captcha-used')
    const loud = { ...challenge, signature: challenge.signature?.toUpperCase() }
    expect(await codeOf(encode({ challenge: loud, solution }))).toBe('captcha-wrong')
  })

  test('what is refused for another reason does not use it up', async () => {
    const payload = encode(await solved())
    const refused = await transactOrRefuse(context, async (inside) => {
      await checkCaptcha(inside, payload)
      return refuse('athlete-paused')
    })
    expect(refused.ok).toBe(false)
    expect(await codeOf(payload)).toBe('ok')
  })

  test('without one, without its solution, or with a tampered one: no', async () => {
    const { challenge, solution } = await solved()
    const { parameters } = challenge
    const data = { expiresAt: Number.MAX_SAFE_INTEGER }
    const bad: [string, unknown][] = [
      [
        'another counter',
        { challenge, solution: { ...solution, counter: solution.counter + 1, derivedKey: '00' } },
      ],
      [
        'another key',
        { challenge, solution: { ...solution, derivedKey: solution.derivedKey.replace(/^./, 'g') } },
      ],
      ['a later end', { challenge: { ...challenge, parameters: { ...parameters, data } }, solution }],
      [
        'an easier task',
        { challenge: { ...challenge, parameters: { ...parameters, keyPrefix: '0' } }, solution },
      ],
      ['no signature', { challenge: { parameters }, solution }],
      ['our words, unsigned', { challenge: { ...challenge, signature: '0'.repeat(64) }, solution }],
      ['nothing', {}],
      ['null', null],
    ]
    for (const [name, payload] of bad) expect(await codeOf(encode(payload)), name).toBe('captcha-wrong')
    expect(await codeOf(null)).toBe('captcha-missing')
    expect(await codeOf('')).toBe('captcha-missing')
    for (const text of ['not base64!', '{}', 'x'.repeat(4_096)])
      expect(await codeOf(text)).toBe('captcha-wrong')
  })

  test('one of another server, or made by the sender, is wrong', async () => {
    const other = { ...context, secrets: { ...context.secrets, captcha: 'another key' } }
    expect(await codeOf(encode(await solve(await makeChallenge(other))))).toBe('captcha-wrong')
  })

  test('ten minutes by the app’s clock, and no longer', async () => {
    const payload = encode(await solved())
    const late = encode(await solved())
    await advanceClock(database.sql, 9 * 60_000)
    expect(await codeOf(payload)).toBe('ok')
    await advanceClock(database.sql, 60_001)
    expect(await codeOf(late)).toBe('captcha-wrong')
    expect(await codeOf(encode(await solved()))).toBe('ok')
  })
})
