import { describe, expect, test, vi } from 'vitest'
import type { AnswerDocument, QuestionDocument } from '../../../sync/collections.ts'
import { DAY_MS, GIFT_MS, HOUR_MS } from '../../../sync/limits.ts'
import type { OutboxRow, TakeRow } from '../../db/device.ts'
import type { OutboxFacts } from './outbox-item.ts'
import { closedItem, underWay } from './outbox-words.ts'

const NOW = 1_800_000_000_000

const take = (id: string, more: Partial<TakeRow> = {}) =>
  ({
    ...{ id, purpose: 'answer', questionId: `q-${id}`, state: 'queued', bytes: 10_000_000, uploadedBytes: 0 },
    ...{ recordedAt: NOW, dueAt: NOW + 2 * HOUR_MS },
    ...more,
  }) as TakeRow
const question = (more: Partial<QuestionDocument> = {}) =>
  ({
    id: 'q-t',
    status: 'approved',
    reason: null,
    dueAt: NOW + HOUR_MS,
    graceEndsAt: null,
    ...more,
  }) as QuestionDocument
const facts = (more: Partial<OutboxFacts> = {}): OutboxFacts => ({
  ...{ takes: [], entries: [], questions: [], answers: [], partners: new Map() },
  ...{ knowsQuestions: true, online: true, ended: false, now: NOW, isHeld: false, bytesPerSecond: null },
  ...more,
})
const whyOf = (each: TakeRow, stage: 'saved' | 'waiting' | 'uploading', more: Partial<OutboxFacts> = {}) =>
  underWay(each, { stage, canReplace: false }, facts({ takes: [each], ...more })).why

describe('why a take waits, in words', () => {
  test('for its announcement, for Wi-Fi, for those due before it, or for nothing', () => {
    const announced = {
      name: 'answer.submit',
      state: 'waiting',
      args: { video: { id: 't' } },
    } as unknown as OutboxRow
    expect(whyOf(take('t'), 'saved', { entries: [announced] })).toBe(
      'We are telling the fan first that it is coming',
    )
    vi.stubGlobal('navigator', { connection: { type: 'cellular' } })
    expect(whyOf(take('t'), 'saved', { isHeld: true })).toBe(
      'Its video waits for Wi-Fi, as you chose in the outbox',
    )
    vi.stubGlobal('navigator', {})
    expect(whyOf(take('t'), 'saved', { isHeld: true })).toBe(
      'Its video is held back, as you chose in the outbox',
    )
    vi.unstubAllGlobals()
    const before = [take('a', { dueAt: NOW }), take('b', { dueAt: NOW + DAY_MS, state: 'uploading' })]
    expect(whyOf(take('t'), 'saved', { takes: [...before, take('c', { dueAt: NOW + DAY_MS })] })).toBe(
      '2 other videos go first',
    )
    expect(whyOf(take('t'), 'saved')).toBeNull()
    // One that cannot be read is passed over.
    const shut = take('a', { dueAt: NOW, cannotRead: true })
    expect(whyOf(take('t'), 'saved', { takes: [shut] })).toBeNull()
  })

  test('for a server that is busy, until when it is known to', () => {
    const busy = (nextTryAt: number) => whyOf(take('t', { nextTryAt }), 'saved')
    expect(busy(0)).toBe('The server is busy; it is tried again soon')
    expect(busy(NOW + 20_000)).toBe('The server is busy; it is tried again within a minute')
    expect(busy(NOW + 250_000)).toBe('The server is busy; it is tried again in 5 min')
    expect(whyOf(take('t', { nextTryAt: null }), 'saved')).toBeNull()
  })

  test('how fast it goes and what is left of it; before that, what it is likely to need', () => {
    const moving = take('t', { state: 'uploading', uploadedBytes: 4_000_000, bytesPerSecond: 100_000 })
    expect(whyOf(moving, 'uploading')).toBe('98 kB a second, about 1 min to go')
    expect(whyOf(take('t'), 'waiting', { bytesPerSecond: 25_000 })).toBe(
      'Needs about 6 min at your last speed',
    )
  })

  test('D5 the time that is left; announced in time, it has a day more', () => {
    const left = (more: Partial<OutboxFacts>) =>
      underWay(take('t'), { stage: 'waiting', canReplace: false }, facts(more)).left
    expect(left({})).toMatch(/^2 h left, until /)
    expect(left({ questions: [question({ graceEndsAt: NOW + DAY_MS })] })).toMatch(
      /^Announced in time\. The video has until /,
    )
    expect(left({ questions: [question({ graceEndsAt: NOW - HOUR_MS })] })).toMatch(
      /^Announced in time\. The video is due .*, which may have passed\.$/,
    )
  })

  test('nobody sets a time for a reply, whatever time its question had', () => {
    const reply = take('t', { purpose: 'reply', dueAt: null })
    const asked = facts({ questions: [question({ status: 'completed', graceEndsAt: NOW + DAY_MS })] })
    expect(underWay(reply, { stage: 'waiting', canReplace: false }, asked).left).toBeNull()
  })
})

describe('D5 D98 nothing is wasted', () => {
  const closed = (change: Partial<QuestionDocument>, more: Partial<OutboxFacts> = {}) =>
    closedItem(take('t', { state: 'kept' }), facts({ questions: [question(change)], ...more }))
  const ended = { status: 'athlete rejected', settledAt: NOW - HOUR_MS } as const

  test('T1 a take of an open question is no such thing, whatever the clock of this device says', () => {
    expect(closed({})).toBeNull()
    expect(closed({ dueAt: NOW - HOUR_MS })).toBeNull()
    const coming = { questionId: 'q-t', videoId: 'other', state: 'waiting' } as AnswerDocument
    expect(closed({ graceEndsAt: NOW - HOUR_MS }, { answers: [coming] })).toBeNull()
    expect(closedItem(take('t', { purpose: 'question' }), facts())).toBeNull()
  })

  test('late, declined or unpaid it may be given for nothing, for a while; cancelled or answered elsewhere it is kept', () => {
    expect(closed({ ...ended, reason: 'no-answer' })).toMatchObject({ stage: 'closed', canGive: true })
    const long = { ...ended, reason: 'no-answer', settledAt: NOW - GIFT_MS } as const
    const perhaps = expect.stringMatching(/^Can be given for free until .*, which may have passed$/)
    expect(closed(long)).toMatchObject({ canGive: true, left: perhaps })
    const late = take('t', {
      state: 'refused',
      refusal: { code: 'too-late' },
      dueAt: NOW - HOUR_MS + GIFT_MS,
    })
    const told = facts({ takes: [late], questions: [question({ ...ended, reason: 'no-answer' })] })
    expect(closedItem({ ...late, dueAt: NOW }, { ...told, takes: [] })).toMatchObject({ canGive: true })
    expect(closedItem(late, told)).toMatchObject({ canGive: false, left: null })
    expect(closed({ ...ended, reason: 'declined' })).toMatchObject({ canGive: true })
    expect(closed({ ...ended, reason: 'payment-lapsed' })).toMatchObject({ canGive: true })
    expect(closed({ ...ended, reason: 'admin-note' })).toMatchObject({ canGive: false })
    const back = closed({ status: 'rejected', reason: 'cancelled-by-asker' })
    expect(back).toMatchObject({ line: 'The fan withdrew this question.', canGive: false })
    const other = (state: AnswerDocument['state']) => ({
      answers: [{ questionId: 'q-t', videoId: 'other', state } as AnswerDocument],
    })
    const byOther = { line: 'Answered already, by another video.', canGive: false }
    expect(closed({ graceEndsAt: NOW }, other('stored'))).toMatchObject(byOther)
    // A free answer from a lost device may be replaced; one that was not paid for was shown to nobody.
    const announced = { line: 'A free answer was announced, and its video has not arrived.', canGive: true }
    expect(closed({ ...ended, reason: 'no-answer' }, other('waiting'))).toMatchObject(announced)
    const sent = { ...other('waiting'), takes: [take('s', { questionId: 'q-t', state: 'sent' })] }
    expect(closed({ ...ended, reason: 'no-answer' }, sent)).toMatchObject({ canGive: false })
    expect(closed({ ...ended, reason: 'payment-lapsed' }, other('stored'))).toMatchObject({ canGive: true })
    expect(closed({ ...ended, reason: 'no-answer' }, other('stored'))).toMatchObject(byOther)
  })
})
