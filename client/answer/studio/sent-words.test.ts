import { expect, test } from 'vitest'
import type { QuestionDocument } from '../../../sync/collections.ts'
import { COPY } from '../../../sync/copy.ts'
import type { OutboxRow, TakeRow } from '../../db/device.ts'
import { type Pending, pendingOf } from '../../store/pending.ts'
import { rowNote, sentNews, sentTitle, underWayOf } from './sent-words.ts'

const take = (state: TakeRow['state']) =>
  ({ id: 't', state, bytes: 9, uploadedBytes: 0, refusal: null }) as TakeRow
const declining = (state: OutboxRow['state']) => ({ id: 'e', state, refusal: null }) as OutboxRow
const facts = { entries: [], online: true, ended: false, delivered: false }

test('D98 a take that was kept here is not what another device has sent', () => {
  for (const state of ['kept', 'refused'] as const) {
    const left = { by: 'answer', isComing: true, byOther: false, leftOver: [take(state)] } as const
    const pending = underWayOf(pendingOf({ ...facts, take: take(state) }), left)
    expect(pending).toBeNull()
    expect(sentTitle(left, pending)).toBe('Your answer is announced')
    expect(sentTitle({ ...left, isComing: false }, pending)).toBe(COPY.answerSent)
    expect(underWayOf(pendingOf({ ...facts, take: take(state), delivered: true }), left)).toMatchObject({
      stage: 'delivered',
    })
  }
  const own = { by: 'answer', isComing: false, byOther: false, leftOver: [] } as const
  const pending = underWayOf(pendingOf({ ...facts, take: take('queued') }), own)
  expect(sentTitle(own, pending)).toBe('Saved on this device')
})

test('in a row, the answer before is called sent only once the server has it', () => {
  const noteOf = (state: TakeRow['state'], answers: number) =>
    rowNote(pendingOf({ ...facts, take: take(state) }), answers)
  expect(noteOf('sent', 0)).toBe('Saved and sent')
  expect(noteOf('queued', 1)).toBe('Saved, 1 waiting')
  expect(noteOf('sent', 2)).toBe('Saved, 2 waiting')
  expect(noteOf('refused', 0)).toBe('Not accepted: see the outbox')
  expect(noteOf('refused', 2)).toBe('Not accepted: see the outbox')
  expect(noteOf('queued', 0)).toBeNull()
  expect(rowNote(null, 0)).toBeNull()
})

test('an answer whose video this device cannot read is called neither saved nor sent', () => {
  const pending = pendingOf({ ...facts, take: { ...take('queued'), cannotRead: true } })
  expect(sentTitle({ by: 'answer', isComing: false, byOther: false }, pending)).toBe('Not sent yet')
  expect(rowNote(pending, 1)).toBe('Not sent yet: see the outbox')
  expect(sentNews(pending!, {} as QuestionDocument, null, true)).toMatch(/record it again/)
})

test('a free answer is not said to be paid for', () => {
  const sent = pendingOf({ ...facts, take: take('sent') })!
  const question = { amountCents: 900, status: 'approved' } as QuestionDocument
  expect(sentNews(sent, question, null, false)).toBe('It is delivered once it is checked and paid for.')
  expect(sentNews(sent, { ...question, status: 'athlete rejected' }, null, false)).toBe(
    'It is delivered once it is checked.',
  )
})

test('a take that another video came before is not called sent, and nobody is said to watch it', () => {
  const lost = { by: 'answer', isComing: false, byOther: true, leftOver: [take('sent')] } as const
  const pending = underWayOf(pendingOf({ ...facts, take: take('sent'), delivered: true }), lost)
  expect(pending).toBeNull()
  expect(sentTitle(lost, pending)).toBe('Answered by another video')
})

test('what is sent is delivered once it is checked, and where money is held for it, once that is collected', () => {
  const sent = { stage: 'sent' } as Pending
  const news = (amountCents: number) => sentNews(sent, { amountCents } as QuestionDocument, null, false)
  expect(news(4_000)).toBe('It is delivered once it is checked and paid for.')
  expect(news(0)).toBe('It is delivered once it is checked.')
})

test('what declining sends is told, and not that a kept take waits to be sent', () => {
  const stage = { by: 'decline', byOther: false, leftOver: [take('kept')] } as const
  const told = (state: OutboxRow['state']) =>
    underWayOf(pendingOf({ ...facts, take: take('kept'), entries: [declining(state)] }), stage)
  expect(told('waiting')).toMatchObject({ stage: 'saved', entryId: 'e' })
  expect(told('settled')).toBeNull()
})
