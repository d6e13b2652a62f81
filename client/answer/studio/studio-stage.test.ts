import { describe, expect, test } from 'vitest'
import type { AnswerDocument, QuestionDocument } from '../../../sync/collections.ts'
import type { RefusalCode } from '../../../sync/errors.ts'
import { HOUR_MS } from '../../../sync/limits.ts'
import type { OutboxRow, TakeRow } from '../../db/device.ts'
import { type DealtWith, type StudioFacts, studioStage } from './studio-stage.ts'

const NOW = 1_800_000_000_000
const open = {
  id: 'q',
  athleteId: 'me',
  status: 'approved',
  dueAt: NOW + HOUR_MS,
  graceEndsAt: null,
} as QuestionDocument

function take(id: string, state: TakeRow['state'], recordedAt = NOW): TakeRow {
  return { id, purpose: 'answer', questionId: 'q', state, recordedAt } as TakeRow
}
function stage(more: Partial<StudioFacts> = {}) {
  const here = { takes: [], entries: [] }
  return studioStage({ question: open, ready: true, personId: 'me', answers: [], here, ...more })
}
const entry = (name: OutboxRow['name'], state: OutboxRow['state']) =>
  ({ name, subject: 'q', state, args: {} }) as OutboxRow

describe('the studio', () => {
  test('waits for the question and for this device, then says that it is not there', () => {
    expect(stage({ question: null, ready: false }).at).toBe('loading')
    expect(stage({ here: null }).at).toBe('loading')
    expect(stage({ question: null }).at).toBe('missing')
    expect(stage({ personId: 'somebody else' }).at).toBe('missing')
  })

  test('D98 a question that its fan took along leaves what was recorded for it', () => {
    const takes = [take('t', 'kept'), take('r', 'refused'), take('cut', 'recording'), take('s', 'sent')]
    const left = stage({ question: null, here: { takes, entries: [] } })
    expect(left).toEqual({ at: 'missing', takes: takes.slice(0, 2) })
  })

  test('an open question is recorded for; after a kill the latest kept take is there again, or the chosen one', () => {
    expect(stage()).toEqual({ at: 'open', kept: null, others: [] })
    const takes = [take('old', 'kept', NOW - 2), take('new', 'kept', NOW - 1), take('cut', 'recording')]
    expect(stage({ here: { takes, entries: [] } })).toMatchObject({
      ...{ at: 'open', kept: { id: 'new' } },
      others: [{ id: 'old' }],
    })
    expect(stage({ here: { takes, entries: [] }, chosen: 'old' })).toMatchObject({
      ...{ at: 'open', kept: { id: 'old' } },
      others: [{ id: 'new' }],
    })
    expect(stage({ here: { takes, entries: [] }, chosen: 'gone' })).toMatchObject({ kept: { id: 'new' } })
  })

  test('one take per question: once sent, nothing more is recorded for it', () => {
    for (const state of ['queued', 'uploading', 'sent'] as const) {
      const here = { takes: [take('t', state), take('k', 'kept')], entries: [] }
      expect(stage({ here })).toMatchObject({ at: 'dealt-with', by: 'answer', take: { id: 't' } })
    }
    const elsewhere = { ...open, graceEndsAt: NOW + 25 * HOUR_MS }
    const coming = {
      at: 'dealt-with',
      by: 'answer',
      isFree: false,
      take: null,
      isComing: true,
      mayReplace: true,
      mayRecall: false,
      byOther: false,
      leftOver: [],
    }
    expect(stage({ question: elsewhere })).toEqual(coming)
    const completed = { ...open, status: 'completed' } as QuestionDocument
    expect(stage({ question: completed })).toMatchObject({ at: 'dealt-with', isComing: false })
  })

  test('D98 answered on another device: what was kept or turned down here is left over, and the other video is not called sent', () => {
    const takes = [take('k', 'kept'), take('r', 'refused')]
    const here = { takes, entries: [] }
    for (const [state, isComing] of [
      ['waiting', true],
      ['stored', false],
    ] as const) {
      const seen = stage({ here, answers: [{ id: 'a', videoId: 'other', state } as AnswerDocument] })
      expect(seen).toEqual({
        ...{ at: 'dealt-with', by: 'answer', isFree: false, take: null },
        ...{ isComing, mayReplace: isComing, mayRecall: false, byOther: false, leftOver: takes },
      })
    }
    const own = { takes: [take('t', 'uploading')], entries: [] }
    const answers = [{ id: 'a', videoId: 't', state: 'waiting' } as AnswerDocument]
    expect(stage({ here: own, answers })).toMatchObject({ take: { id: 't' }, isComing: false })
  })

  test('D98 what this device sent and another video came before is left over, once the other one is whole', () => {
    const late = take('t', 'queued')
    const here = { takes: [late], entries: [] }
    const other = (state: AnswerDocument['state']) => [{ id: 'a', videoId: 'other', state } as AnswerDocument]
    expect(stage({ here, answers: other('waiting') })).toMatchObject({ take: { id: 't' }, byOther: false })
    const lost = { at: 'dealt-with', take: null, isComing: false, byOther: true, leftOver: [late] }
    expect(stage({ here, answers: other('stored') })).toMatchObject(lost)
    const completed = { ...open, status: 'completed' } as QuestionDocument
    expect(stage({ question: completed, here, answers: other('delivered') })).toMatchObject(lost)
    const refused = { ...late, state: 'refused', refusal: { code: 'already-answered' } } as TakeRow
    const told = stage({
      ...{ question: completed, answers: other('delivered') },
      here: { takes: [refused], entries: [] },
    })
    expect(told).toMatchObject({ ...lost, leftOver: [refused] })
  })

  test('an answer on its way from here may be replaced until its video has arrived, and taken back until it is announced', () => {
    const announcing = (state: OutboxRow['state']) => ({
      ...entry('answer.submit', state),
      args: { video: { id: 't' } },
    })
    const seen = (state: TakeRow['state'], entries: OutboxRow[], more: Partial<StudioFacts> = {}) => {
      const { mayReplace, mayRecall } = stage({
        here: { takes: [take('t', state)], entries },
        ...more,
      }) as DealtWith
      return { mayReplace, mayRecall }
    }
    expect(seen('queued', [announcing('waiting')])).toEqual({ mayReplace: true, mayRecall: true })
    expect(seen('queued', [announcing('parked')])).toEqual({ mayReplace: true, mayRecall: true })
    expect(seen('queued', [announcing('settled')])).toEqual({ mayReplace: true, mayRecall: false })
    expect(seen('uploading', [announcing('settled')])).toEqual({ mayReplace: true, mayRecall: false })
    expect(seen('sent', [announcing('settled')])).toEqual({ mayReplace: false, mayRecall: false })
    const grace = { question: { ...open, graceEndsAt: NOW + 2 * HOUR_MS } }
    expect(seen('uploading', [announcing('settled')], grace)).toMatchObject({ mayReplace: true })
    expect(stage(grace)).toMatchObject({ isComing: true, mayReplace: true })
    // Whether the day more is over, the server decides and no clock.
    const over = { question: { ...open, graceEndsAt: 1 } }
    expect(seen('uploading', [announcing('settled')], over)).toMatchObject({ mayReplace: true })
    const declined = { here: { takes: [], entries: [entry('question.decline', 'waiting')] } }
    expect(stage(declined)).toMatchObject({ mayReplace: false, mayRecall: false })
  })

  test('declined here, offline too', () => {
    const here = { takes: [], entries: [entry('question.decline', 'waiting')] }
    expect(stage({ here })).toMatchObject({ at: 'dealt-with', by: 'decline', take: null, leftOver: [] })
    const kept = { ...here, takes: [take('k', 'kept')] }
    expect(stage({ here: kept })).toMatchObject({ by: 'decline', leftOver: [{ id: 'k' }] })
    const refused = { takes: [], entries: [entry('question.decline', 'refused')] }
    expect(stage({ here: refused }).at).toBe('open')
  })

  test('an unreadable video leaves it open', () => {
    const answers = [{ id: 'a', videoId: 't', state: 'withdrawn' }] as AnswerDocument[]
    expect(stage({ answers, here: { takes: [take('t', 'sent')], entries: [] } }).at).toBe('open')
  })

  test('D54 a take that was turned down because its question had ended is there to be sent again once it is open', () => {
    const refused = (code: RefusalCode): TakeRow => ({ ...take('t', 'refused'), refusal: { code } })
    const answers = [{ id: 'a', videoId: 't', state: 'withdrawn' }] as AnswerDocument[]
    const keptOf = (each: TakeRow) => {
      const seen = stage({ answers, here: { takes: [each], entries: [] } })
      return seen.at === 'open' && seen.kept?.id
    }
    expect(keptOf(refused('too-late'))).toBe('t')
    // While an admin reads the question again, the server does not show it to the athlete.
    expect(keptOf(refused('not-found'))).toBe('t')
    expect(keptOf(refused('not-expired'))).toBe('t')
    expect(keptOf(refused('video-unreadable'))).toBeUndefined()
  })

  test('D33 D5 an answer that was not paid for was shown to nobody, and may be given for free', () => {
    const question = { ...open, status: 'athlete rejected', reason: 'payment-lapsed' } as QuestionDocument
    const answers = [{ id: 'a', videoId: 't', state: 'stored' } as AnswerDocument]
    const refused = { ...take('t', 'refused'), refusal: { code: 'hold-gone' } } as TakeRow
    const here = { takes: [refused], entries: [] }
    expect(stage({ question, answers, here })).toEqual({ at: 'closed', takes: [refused] })
    const given = { takes: [take('t', 'queued')], entries: [entry('answer.give', 'waiting')] }
    expect(stage({ question, answers, here: given })).toMatchObject({ at: 'dealt-with', take: { id: 't' } })
    const elsewhere = [{ id: 'g', videoId: 'o', state: 'waiting' } as AnswerDocument]
    expect(stage({ question, answers: elsewhere })).toMatchObject({ at: 'dealt-with', isComing: true })
  })

  test('D5 a free answer on its way is shown, and no other is offered, unless it was no video', () => {
    const ended = { status: 'athlete rejected', reason: 'no-answer', settledAt: null } as const
    const question = { ...open, ...ended } as QuestionDocument
    const kept = take('k', 'kept')
    for (const state of ['queued', 'uploading', 'sent'] as const) {
      const here = { takes: [kept, take('t', state)], entries: [entry('answer.give', 'waiting')] }
      expect(stage({ question, here })).toMatchObject({
        ...{ at: 'dealt-with', by: 'answer', take: { id: 't' } },
        ...{ isComing: false, mayReplace: false, leftOver: [kept] },
      })
    }
    const elsewhere = (state: AnswerDocument['state']) => [{ id: 'a', videoId: 'o', state } as AnswerDocument]
    expect(stage({ question, answers: elsewhere('waiting') })).toMatchObject({ isComing: true })
    expect(stage({ question, answers: elsewhere('stored') })).toMatchObject({ isComing: false })
    expect(stage({ question, answers: elsewhere('withdrawn') })).toEqual({ at: 'closed', takes: [] })
    const declined = { takes: [kept], entries: [entry('question.decline', 'settled')] }
    expect(stage({ question, here: declined })).toEqual({ at: 'closed', takes: [kept] })
  })

  test('D5 a free answer whose device is lost may be replaced from any other, until its video has arrived', () => {
    const question = {
      ...open,
      ...{ status: 'athlete rejected', reason: 'no-answer', settledAt: NOW },
    } as QuestionDocument
    const kept = take('k', 'kept')
    const elsewhere = (state: AnswerDocument['state']) => ({
      ...{ question, here: { takes: [kept], entries: [] } },
      answers: [{ id: 'a', videoId: 'o', state } as AnswerDocument],
    })
    const coming = { isFree: true, isComing: true, mayReplace: true, leftOver: [kept] }
    expect(stage(elsewhere('waiting'))).toMatchObject(coming)
    expect(stage(elsewhere('stored'))).toMatchObject({ isFree: true, mayReplace: false })
    // How long, the server decides and no clock.
    const long = { ...question, settledAt: 1 }
    expect(stage({ ...elsewhere('waiting'), question: long })).toMatchObject({ mayReplace: true })
  })

  test('T1 out of time by this device’s clock alone: still open, and the kept take can be sent', () => {
    const here = { takes: [take('k', 'kept')], entries: [] }
    const due = { ...open, dueAt: Date.now() - HOUR_MS }
    expect(stage({ here, question: due })).toMatchObject({ at: 'open', kept: { id: 'k' } })
  })

  test('D5 D98 out of time by the server’s word, or ended meanwhile: closed, and the takes are kept', () => {
    const late = { ...take('t', 'refused'), refusal: { code: 'too-late' }, dueAt: open.dueAt } as TakeRow
    const takes = [late, take('k', 'kept')]
    const here = { takes, entries: [] }
    expect(stage({ here })).toEqual({ at: 'closed', takes })
    expect(stage({ here, question: { ...open, status: 'athlete rejected' } })).toEqual({
      at: 'closed',
      takes,
    })
  })
})
