import 'fake-indexeddb/auto'
import { describe, expect, test } from 'vitest'
import type { PrepareAskAnswer } from '../../../sync/calls.ts'
import type { RefusalCode } from '../../../sync/errors.ts'
import type { Outcome } from '../../../sync/protocol.ts'
import type { PreparedAsk } from '../../../sync/question/ask.ts'
import { done, refuse } from '../../../sync/result.ts'
import { newId } from '../../api/new-id.ts'
import { type Device, openDevice } from '../../db/device.ts'
import { listDrafts } from '../../store/drafts.ts'
import { noteEpoch } from '../../store/outbox.ts'
import { drainOutbox, type Push } from '../../store/sending/push-outbox.ts'
import { type AskDraft, readDraft } from '../asking/ask-draft.ts'
import { readUnsent, unsentWords } from '../unsent/read-unsent.ts'
import { appendAsk, unknownAsks } from './kept-ask.ts'
import { resubmit } from './resubmit.ts'

const ask = (): PreparedAsk => ({
  questionId: newId(),
  athleteId: newId(),
  subject: 'Squat depth',
  kind: 'text',
  text: 'How deep?',
  video: null,
  asker: {
    firstName: 'Ada',
    lastName: 'Berg',
    birthDate: '2000-05-17',
    countryCode: 'NO',
    city: 'Oslo',
    email: 'ada@example.com',
  },
  amountCents: 2_500,
})

const answered = (
  { questionId, amountCents }: PreparedAsk,
  hold: PrepareAskAnswer['hold'] = 'held',
): PrepareAskAnswer => ({
  questionId,
  amountCents,
  firstTime: false,
  hold,
  clientSecret: null,
  paymentIntentId: null,
})

const server =
  (outcome: (id: string) => Outcome): Push =>
  async (intents) =>
    done({ outcomes: intents.map(({ id }) => outcome(id)) })
const settles = server((id) => ({ id, state: 'settled', value: { state: 'asked' } }))
const knowsNothing = server((id) => ({ id, state: 'refused', refusal: { code: 'not-found' } }))

/** Returns a device whose question was settled by a server that was then restored to a state before it. */
async function forgotten(question: PreparedAsk, to?: AskDraft['to']): Promise<Device> {
  const device = openDevice(newId())
  await noteEpoch(device, 'before')
  await appendAsk(device, question, to)
  await drainOutbox(device, settles)
  expect(await noteEpoch(device, 'after')).toBe(true)
  await drainOutbox(device, knowsNothing)
  expect(await unknownAsks(device)).toHaveLength(1)
  return device
}

const entries = async (device: Device) =>
  (await device.outbox.orderBy('counter').toArray()).filter(({ name }) => name === 'question.ask')

describe('S1-4.25 a question that a restored server has forgotten', () => {
  test.each([
    ['whose card is still held', { amountCents: 2_500 }, 'held'],
    ['that costs nothing', { amountCents: 0 }, 'none'],
  ] as const)(
    '%s is prepared whole and asked again under another intent, by itself',
    async (_, more, hold) => {
      const question = { ...ask(), ...more }
      const device = await forgotten(question)
      const [before] = await entries(device)
      const prepared: PreparedAsk[] = []
      await resubmit(device, async (again) => {
        prepared.push(again)
        return done(answered(question, hold))
      })
      expect(prepared).toEqual([question])
      const after = await entries(device)
      expect(after).toMatchObject([{ state: 'waiting', tries: 0, args: { questionId: question.questionId } }])
      expect(after[0]?.id).not.toBe(before?.id)
      await drainOutbox(device, settles)
      expect(await entries(device)).toMatchObject([{ state: 'settled' }])
      expect(await listDrafts(device)).toEqual([])
    },
  )

  test('stays as it is while the server or the bank cannot be reached', async () => {
    const device = await forgotten(ask())
    const before = await entries(device)
    const networkError = {
      ok: false,
      offline: true,
      reason: 'network',
      status: null,
      retryAfterMs: null,
    } as const
    await resubmit(device, async () => networkError)
    await resubmit(device, async () => refuse('payments-unreachable'))
    expect([await entries(device), await listDrafts(device)]).toEqual([before, []])
    expect(await unknownAsks(device)).toHaveLength(1)
  })

  test.each<['hold' | RefusalCode, string]>([
    ['hold', 'ask-closed'],
    ['ask-closed', 'ask-closed'],
    ['athlete-paused', 'athlete-paused'],
  ])('is a draft again where its writer has to decide (%s), and says so', async (answer, code) => {
    const question = ask()
    const device = await forgotten(question)
    const prepare = async () => (answer === 'hold' ? done(answered(question, 'pending')) : refuse(answer))
    await resubmit(device, prepare)
    await resubmit(device, prepare)
    const [draft, ...more] = await listDrafts(device)
    const { subject, text, asker } = question
    expect(readDraft(draft?.body ?? '')).toMatchObject({ subject, text, asker, step: 0, prepared: false })
    expect([draft?.athleteId, more]).toEqual([question.athleteId, []])
    expect(await entries(device)).toMatchObject([{ state: 'refused', refusal: { code } }])
  })

  test.each([
    ['by name, where it was asked', { username: 'mia', firstName: 'Mia' }, 'You began a question to Mia'],
    ['even if a former build kept no name', undefined, 'You began a question'],
  ])('the draft that it becomes is listed %s', async (_name, to, title) => {
    const device = await forgotten({ ...ask(), page: 'request' }, to)
    await resubmit(device, async () => refuse('athlete-paused'))
    const [row] = await listDrafts(device)
    const unsent = row && readUnsent(row, Date.now())
    expect(unsent).toMatchObject({ to: to ?? null, page: 'request', subject: 'Squat depth' })
    expect(unsent && unsentWords(unsent).title).toBe(title)
  })

  test('a question is kept for thirty days', async () => {
    const device = openDevice(newId())
    const [old, young] = [ask(), ask()]
    await appendAsk(device, old)
    await device.settings.toCollection().modify((row) => {
      row.value = { ...(row.value as object), keptAt: Date.now() - 31 * 86_400_000 }
    })
    await appendAsk(device, young)
    expect(await device.settings.toCollection().primaryKeys()).toEqual([`ask ${young.questionId}`])
  })
})
