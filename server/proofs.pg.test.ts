import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HEADERS } from '../sync/paths.ts'
import { missingThing } from './testing/fixtures/thing.ts'
import { askerOf } from './testing/rights/people.ts'
import { PROOFS, wantsCaptcha } from './testing/rights/proofs.ts'
import { REQUESTS, withCaptcha } from './testing/rights/requests.ts'
import { openStage, type Stage } from './testing/rights/stage.ts'
import { countCostly } from './testing/rights/sweep.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.end())

type Said = { refusal?: { code: string } }

const GUARDED = Object.keys(PROOFS).filter(wantsCaptcha)

/** Makes a valid request about existing things, which would create something if it had a proof. */
function requestOf(verb: string, role: 'visitor' | 'guest') {
  const { world, people } = stage
  const { email } = askerOf(role)
  const thing = { ...missingThing(), athleteId: people.athlete.id, questionId: randomUUID(), email }
  const around = { world, people, role, captcha: null, device: randomUUID() }
  const request = REQUESTS[verb]
  if (!request) throw new Error(`${verb} has no request`)
  const { path, ...rest } = request(thing, around)
  return { path, init: { method: 'POST', ...rest } }
}

async function send(verb: string, role: 'visitor' | 'guest', captcha: string | null = null) {
  const { path, init } = requestOf(verb, role)
  const { path: _path, ...shown } = withCaptcha({ path, ...init }, captcha)
  const answer = await stage.send(role)(path, { method: 'POST', ...shown })
  return { status: answer.status, code: ((await answer.json().catch(() => ({}))) as Said).refusal?.code }
}

describe('D116 what costs something is refused without a proof, and makes nothing', () => {
  test.each(GUARDED)('%s', async (verb) => {
    const before = await countCostly(stage)
    for (const role of ['visitor', 'guest'] as const) {
      // A visitor cannot upload, even with a captcha.
      const expected = verb === 'POST /files' && role === 'visitor' ? 'sign-in-first' : 'captcha-missing'
      expect((await send(verb, role)).code, role).toBe(expected)
      const wrong = verb === 'POST /files' && role === 'visitor' ? 'sign-in-first' : 'captcha-wrong'
      expect((await send(verb, role, 'not a captcha')).code, role).toBe(wrong)
    }
    expect(await countCostly(stage)).toBe(before)
  })

  test('and a captcha is spent with the call that it let through', async () => {
    const captcha = await stage.world.browser().captcha()
    const verb = 'POST /api/check-existing-user'
    expect((await send(verb, 'guest', captcha)).status).toBe(200)
    expect((await send(verb, 'guest', captcha)).code).toBe('captcha-used')
    expect((await send('POST /api/account/forgot-password', 'visitor', captcha)).code).toBe('captcha-used')
  })

  test('one in the body counts as one in the header, where the shape has it', async () => {
    const { path, init } = requestOf('POST /api/lost-link', 'visitor')
    const captcha = await stage.world.browser().captcha()
    const body = { ...init.body, captcha }
    const headers = { [HEADERS.captcha]: 'not a captcha' }
    expect((await stage.send('visitor')(path, { method: 'POST', body, headers })).status).toBe(200)
  })
})
