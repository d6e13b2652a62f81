import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sample } from '../../../.ci/sample.ts'
import type { AskStatusAnswer } from '../../../sync/calls.ts'
import { DAY_MS, HOUR_MS } from '../../../sync/limits.ts'
import type { Caller } from '../../../sync/roles.ts'
import { sweepAsks, sweepDeadlines } from '../../app/deadlines.ts'
import { giveCard } from '../../desk/cards.ts'
import { endWhatIsOpen } from '../../erasure/end-open.ts'
import { refreshHold } from '../../payment/hold.ts'
import {
  type Actors,
  asked,
  askedOnVideo,
  askOf,
  openCast,
  pay,
  prepare,
  screen,
  signedIn,
  submit,
} from '../../testing/actors.ts'
import { type Sample, sampleVideo } from '../../testing/media/sample.ts'
import type { Person, World } from '../../testing/world.ts'
import { transact, transactOrRefuse } from '../../transact.ts'
import { declineQuestion, endWithoutHold } from './end-question.ts'

let world: World
let actors: Actors
beforeAll(async () => {
  actors = await openCast()
  world = actors.world
})
afterAll(() => world.end())

const PAST_GRACE_MS = 4 * DAY_MS + HOUR_MS

/** Makes a video file that is cut off before its index. */
async function tornVideo(): Promise<Sample> {
  const whole = await sampleVideo('answer.mp4')
  const bytes = whole.bytes.subarray(0, 20_000)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { bytes, declared: { ...whole.declared, id: randomUUID(), sha256, bytes: bytes.length } }
}

type Open = { questionId: string; athlete: Person; fanId: string; mediaId: string }

/** Makes a paid question whose answer was announced in time. */
async function announced(video: Sample): Promise<Open & { send(): Promise<Response> }> {
  const athlete = await world.makePerson({ role: 'creator', priceCents: 1_500 })
  const { questionId } = await asked(actors, { athleteId: athlete.id })
  await screen(actors, questionId)
  const browser = await signedIn(world, athlete)
  const { outcome } = await submit(browser, questionId, video)
  expect(outcome).toMatchObject({ state: 'settled' })
  const [question] = await world.database.sql<{ fanId: string }[]>`
    select fan_id as "fanId" from question where id = ${questionId}`
  const send = () => browser.upload(video, 'answer')
  return { questionId, athlete, fanId: question?.fanId ?? '', mediaId: video.declared.id, send }
}

/** Makes the same with all bytes received and not verified yet. */
async function arrived(video: Sample): Promise<Open> {
  const { send, ...open } = await announced(video)
  expect((await send()).status).toBe(204)
  expect(await mediaState(open)).toBe('received')
  return open
}

/** Makes the same, with another recording announced after this one that never arrives. */
async function overtaken(video: Sample): Promise<Open & { send(): Promise<Response> }> {
  const first = await announced(video)
  const athlete = await signedIn(world, first.athlete)
  const declared = { ...(await sampleVideo('answer.mp4')).declared, id: randomUUID() }
  const { outcome } = await submit(athlete, first.questionId, { ...video, declared })
  expect(outcome).toMatchObject({ state: 'settled' })
  return first
}

async function mediaState({ mediaId }: Open): Promise<string | undefined> {
  const [media] = await world.database.sql<{ state: string }[]>`select state from media where id = ${mediaId}`
  return media?.state
}

async function stateOf({ questionId }: Open) {
  const [row] = await world.database.sql<{ status: string; reason: string | null; hold: string }[]>`
    select status, reason, hold_state as hold from question where id = ${questionId}`
  return row
}

const admin = (): Caller => ({ role: 'admin', personId: actors.admin.id, guestId: null, sessionId: null })
const leaves = (personId: string) =>
  transact(world.context, async (inside) => {
    await inside.tx`update person set leaving_at = app_now() where id = ${personId}`
    await endWhatIsOpen(inside, { personIds: [personId], email: `${personId}@t.test`, isAccount: true })
  })

async function loseHold({ questionId }: Open): Promise<void> {
  const [hold] = await world.database.sql<{ id: string; intent: string }[]>`
    select id, payment_intent_id as intent from hold where ask_id = ${questionId}`
  await world.context.payments.cancel(hold?.intent ?? '', 'abandoned', `the bank ${questionId}`)
  await refreshHold(world.context, hold?.id ?? '')
  await transact(world.context, (inside) => endWithoutHold(inside, questionId))
}

type Ending = { ends(open: Open): Promise<unknown>; read: object; refused: object }

const DELIVERED = { status: 'completed', hold: 'captured' }
const ENDINGS: Record<string, Ending> = {
  'its deadline': {
    async ends() {
      await world.advance(PAST_GRACE_MS)
      await sweepDeadlines(world.context)
    },
    read: DELIVERED,
    refused: { status: 'athlete rejected', reason: 'no-answer', hold: 'released' },
  },
  'the loss of its hold': {
    ends: loseHold,
    // the fan is asked to pay again (D33)
    read: { status: 'approved' },
    refused: { status: 'athlete rejected', reason: 'payment-lapsed' },
  },
  'an athlete who leaves': {
    ends: ({ athlete }) => leaves(athlete.id),
    read: DELIVERED,
    refused: { status: 'athlete rejected', reason: 'athlete-removed', hold: 'released' },
  },
  'an asker who leaves': {
    ends: ({ fanId }) => leaves(fanId),
    read: DELIVERED,
    refused: { status: 'rejected', reason: 'cancelled-by-asker', hold: 'released' },
  },
  'an athlete whom the team takes out': {
    async ends({ athlete }) {
      const card = { cardId: randomUUID(), personId: athlete.id, card: 'red' as const, reason: 'Rude' }
      const given = await transactOrRefuse(world.context, (inside) => giveCard(inside, admin(), card))
      expect(given).toEqual({ ok: true, value: { ended: 0 } })
    },
    read: DELIVERED,
    refused: { status: 'athlete rejected', reason: 'athlete-removed', hold: 'released' },
  },
  'a decline': {
    async ends({ questionId, athlete }) {
      const caller: Caller = { role: 'creator', personId: athlete.id, guestId: null, sessionId: null }
      const args = { questionId, note: '' }
      const said = await transactOrRefuse(world.context, (inside) => declineQuestion(inside, caller, args))
      expect(said).toMatchObject({ refusal: { code: 'already-answered' } })
    },
    read: DELIVERED,
    refused: { status: 'approved', hold: 'held' },
  },
  'the team': {
    async ends({ questionId }) {
      const desk = await signedIn(world, actors.admin)
      const seen = await desk.post<{ revision: number; answer: string }>('/api/desk/question', {
        id: questionId,
      })
      expect(seen.body.answer).toBe('stored')
      const { revision } = seen.body
      const said = await desk.push('question.set-status', {
        questionId,
        revision,
        status: 'rejected',
        note: 'No',
      })
      expect(said).toMatchObject({ refusal: { code: 'already-answered' } })
    },
    read: DELIVERED,
    refused: { status: 'approved', hold: 'held' },
  },
}

describe.each(sample('endings of an answer that arrived', Object.entries(ENDINGS), 3))(
  'D5 an answer that has arrived and %s',
  (_, { ends, read, refused }) => {
    test('the question waits, and the answer counts once it is read', async () => {
      const open = await arrived(await sampleVideo('answer.mp4'))
      await ends(open)
      expect(await stateOf(open)).toMatchObject({ status: 'approved' })
      expect(await mediaState(open)).toBe('received')
      await world.quiesce()
      expect(await mediaState(open)).toBe('stored')
      expect(await stateOf(open)).toMatchObject(read)
    })

    test('the question ends by it once the answer is no video', async () => {
      const open = await arrived(await tornVideo())
      await ends(open)
      expect(await stateOf(open)).toMatchObject({ status: 'approved' })
      await world.quiesce()
      expect(await mediaState(open)).not.toBe('received')
      expect(await stateOf(open)).toMatchObject(refused)
    })
  },
)

const OVERTAKEN = ['its deadline', 'the loss of its hold', 'an athlete who leaves'] as const

describe.each(OVERTAKEN)('D5 an answer that has arrived, another one announced after it, and %s', (name) => {
  const ending = ENDINGS[name] as Ending

  test('the question waits, and the answer counts once it is read', async () => {
    const { send, ...open } = await overtaken(await sampleVideo('answer.mp4'))
    expect((await send()).status).toBe(204)
    await ending.ends(open)
    expect(await stateOf(open)).toMatchObject({ status: 'approved' })
    await world.quiesce()
    expect(await stateOf(open)).toMatchObject(ending.read)
  })

  test('the question ends by it once the answer is no video', async () => {
    const { send, ...open } = await overtaken(await tornVideo())
    expect((await send()).status).toBe(204)
    await ending.ends(open)
    expect(await stateOf(open)).toMatchObject({ status: 'approved' })
    await world.quiesce()
    expect(await stateOf(open)).toMatchObject(ending.refused)
  })
})

/** Returns the state of a question's answer as the desk reads it. */
async function answerAtDesk({ questionId }: { questionId: string }): Promise<string> {
  const desk = await signedIn(world, actors.admin)
  return (await desk.post<{ answer: string }>('/api/desk/question', { id: questionId })).body.answer
}

test('D5 the desk says that an answer has arrived that another one was announced after', async () => {
  const { send, ...open } = await overtaken(await sampleVideo('answer.mp4'))
  expect(await answerAtDesk(open)).toBe('waiting')
  expect((await send()).status).toBe(204)
  expect(await answerAtDesk(open)).toBe('stored')
})

test('D5 the desk says that an answer is waited for while only the video of its question is here', async () => {
  const question = await askedOnVideo(actors)
  await screen(actors, question.questionId)
  const answer = await sampleVideo('answer.mp4')
  const { outcome } = await submit(await signedIn(world, actors.athlete), question.questionId, answer)
  expect(outcome).toMatchObject({ state: 'settled' })
  expect(await answerAtDesk(question)).toBe('waiting')
})

test.each([
  ['the awaited one', announced],
  ['one that stands by', overtaken],
] as const)(
  'D5 the last byte of %s came just before the server ended: it is taken in, and not ended',
  async (_, make) => {
    const { send, ...open } = await make(await sampleVideo('answer.mp4'))
    world.faults.set('media.after-bytes', () => Promise.reject(new Error('killed')))
    await send().catch(() => {})
    world.faults.clear()
    expect(await mediaState(open)).toBe('expected')
    await world.advance(PAST_GRACE_MS)
    await sweepDeadlines(world.context)
    expect(await mediaState(open)).toBe('received')
    expect(await stateOf(open)).toMatchObject({ status: 'approved' })
  },
)

test('D5 the last byte came since the backup that was restored: it is taken in, and not ended', async () => {
  const { send, ...open } = await announced(await sampleVideo('answer.mp4'))
  world.faults.set('media.after-bytes', () => Promise.reject(new Error('killed')))
  await send().catch(() => {})
  world.faults.clear()
  const { sql } = world.database
  await sql`update media set upload_id = null where id = ${open.mediaId}`
  await sql`update feed_epoch set restored_at = app_now()`
  await world.advance(PAST_GRACE_MS)
  await sweepDeadlines(world.context)
  await sql`update feed_epoch set restored_at = null`
  expect(await mediaState(open)).toBe('received')
  expect(await stateOf(open)).toMatchObject({ status: 'approved' })
})

test('D5 a last byte and a deadline at the same moment: whichever is first decides', async () => {
  const open = await arrived(await sampleVideo('answer.mp4'))
  await world.advance(PAST_GRACE_MS)
  const { sql } = world.database
  await sql`update media set state = 'expected', received_at = null where id = ${open.mediaId}`
  let ending = Promise.resolve()
  await sql.begin(async (tx) => {
    await tx`update media set state = 'received', received_at = app_now() where id = ${open.mediaId}`
    ending = sweepDeadlines(world.context)
    await expect
      .poll(
        () =>
          sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      .toHaveLength(1)
  })
  await ending
  expect(await stateOf(open)).toMatchObject({ status: 'approved' })
})

test('an athlete hears of a refused answer whether there is time for another one', async () => {
  const late = await arrived(await tornVideo())
  await world.advance(PAST_GRACE_MS)
  await world.quiesce()
  const early = await arrived(await tornVideo())
  await world.quiesce()
  const left = await arrived(await tornVideo())
  await leaves(left.fanId)
  const unheld = await arrived(await tornVideo())
  await loseHold(unheld)
  await world.quiesce()
  const told = async ({ athlete }: Open) =>
    (await world.mails()).filter(
      ({ recipient, text }) => recipient === athlete.email && /could not read the video/.test(text),
    )
  expect((await told(late)).map(({ text }) => text)).toEqual([
    expect.stringContaining('The time for another one is over.'),
  ])
  expect((await told(early)).map(({ text }) => text)).toEqual([
    expect.stringContaining('You can record another one until'),
  ])
  for (const open of [left, unheld])
    expect((await told(open)).map(({ text }) => text)).toEqual([
      expect.stringContaining('The question has ended, so it takes no other one.'),
    ])
})

test.each(['question.webm', 'torn'] as const)(
  'D5 a question whose video has arrived is not given back before it is read: %s',
  async (name) => {
    const fan = world.browser()
    const video = name === 'torn' ? await tornVideo() : await sampleVideo(name)
    const ask = askOf(actors, { kind: 'video', text: '', video: video.declared })
    const { body } = await prepare(fan, ask)
    await pay(fan, body.clientSecret)
    expect((await fan.upload(video, 'question')).status).toBe(204)
    await world.advance(DAY_MS + HOUR_MS)
    const [hold] = await world.database.sql<
      { id: string }[]
    >`select id from hold where ask_id = ${ask.questionId}`
    await refreshHold(world.context, hold?.id ?? '')
    await sweepAsks(world.context)
    const status = async () =>
      (await fan.post<AskStatusAnswer>('/api/ask-status', { questionId: ask.questionId })).body
    expect(await status()).toMatchObject({ state: 'open', hold: 'held' })
    await world.quiesce()
    expect(await status()).toMatchObject(
      name === 'torn' ? { state: 'released', reason: 'video-unreadable' } : { state: 'asked' },
    )
  },
)
