import { describe, expect, test } from 'vitest'
import type { OutboxRow, TakeRow } from '../db/device.ts'
import { type PendingFacts, pendingOf, takeInQuestion } from './pending.ts'

const nothing: PendingFacts = { take: null, entries: [], online: true, ended: false, delivered: false }
const entry = (state: OutboxRow['state'], change: Partial<OutboxRow> = {}) =>
  ({ id: `entry-${state}`, state, refusal: null, ...change }) as OutboxRow
const take = (state: TakeRow['state'], uploadedBytes = 0, change: Partial<TakeRow> = {}) =>
  ({ id: 'take', state, bytes: 1_000, uploadedBytes, refusal: null, ...change }) as TakeRow

const line = (facts: Partial<PendingFacts>) => pendingOf({ ...nothing, ...facts })?.line

describe('the one truthful line', () => {
  test('follows an answer from the device to the fan', () => {
    const waiting = { take: take('queued'), entries: [entry('waiting')] }
    expect(line(waiting)).toBe('Saved on this device')
    expect(line({ ...waiting, online: false })).toBe('Waiting for network')
    const accepted = { take: take('uploading', 425), entries: [entry('settled')] }
    expect(line(accepted)).toBe('Uploading 42 %')
    expect(line({ ...accepted, online: false })).toBe('Waiting for network')
    expect(line({ ...accepted, take: take('sent', 1_000) })).toBe('Sent')
    expect(line({ ...accepted, take: take('sent', 1_000), delivered: true })).toBe('Delivered')
    expect(line({ delivered: true })).toBe('Delivered')
  })

  test('does not say of a video that is to wait for another network that it is uploading', () => {
    const held = { take: take('uploading', 425), entries: [entry('settled')], isHeld: true }
    expect(line(held)).toBe('Saved on this device')
  })

  test('never says that all is there before the server has it', () => {
    const pending = pendingOf({ ...nothing, take: take('uploading', 1_000) })
    expect(pending).toMatchObject({ stage: 'uploading', percent: 99, line: 'Uploading 99 %' })
  })

  test('bytes that are there are not "sent" while what announces them is not', () => {
    expect(line({ take: take('sent', 1_000), entries: [entry('waiting')] })).toBe('Saved on this device')
  })

  test('names what is in the way', () => {
    expect(pendingOf({ ...nothing, entries: [entry('parked')] })?.stage).toBe('parked')
    expect(pendingOf({ ...nothing, entries: [entry('waiting')], ended: true })?.stage).toBe('sign-in')
    const late = entry('refused', { refusal: { code: 'too-late' } })
    expect(
      pendingOf({ ...nothing, take: take('refused', 0, { refusal: { code: 'too-late' } }), entries: [late] }),
    ).toMatchObject({
      stage: 'refused',
      refusal: { code: 'too-late' },
      takeId: 'take',
      entryId: 'entry-refused',
    })
  })

  test('does not call a video saved or on its way that this device could not read', () => {
    const shut = { take: take('queued', 0, { cannotRead: true }), entries: [entry('settled')] }
    expect(pendingOf({ ...nothing, ...shut })).toMatchObject({
      stage: 'cannot-read',
      line: 'The browser could not read the video. It is tried again.',
    })
    expect(line({ ...shut, online: false })).toMatch('could not read')
    expect(line({ ...shut, take: take('uploading', 425, { cannotRead: false }) })).toBe('Uploading 42 %')
    expect(line({ ...shut, ended: true })).toMatch('Sign in')
  })

  test('a refusal that was followed by another try is history', () => {
    expect(line({ entries: [entry('refused'), entry('waiting')] })).toBe('Saved on this device')
  })

  test('so is the refusal of an announcement that was followed by one which the server accepted', () => {
    const late = entry('refused', { name: 'answer.submit', refusal: { code: 'too-late' } })
    const entries = [late, entry('settled', { name: 'answer.give' })]
    expect(line({ take: take('queued'), entries })).toBe('Saved on this device')
    expect(line({ take: take('sent', 1_000), entries })).toBe('Sent')
    expect(line({ entries: [entry('settled', { name: 'answer.submit' }), late] })).toMatch(/^Not accepted/)
  })

  test('so is a decline that was refused before a video was announced, but not one that came after', () => {
    const declined = entry('refused', { name: 'question.decline', refusal: { code: 'already-answered' } })
    const announced = entry('settled', { name: 'answer.submit' })
    const sending = { take: take('uploading', 425), entries: [declined, announced] }
    expect(line(sending)).toBe('Uploading 42 %')
    expect(line({ ...sending, take: take('sent', 1_000) })).toBe('Sent')
    expect(line({ ...sending, entries: [announced, declined] })).toMatch(/^Not accepted/)
    const refused = entry('refused', { name: 'answer.submit', refusal: { code: 'too-late' } })
    expect(line({ entries: [declined, refused] })).toMatch(/^Not accepted/)
  })

  test('an earlier recording that was sent after a later one was refused is the one that counts', () => {
    const named = (id: string, state: TakeRow['state']) => take(state, 0, { id })
    const idOf = (...takes: TakeRow[]) => takeInQuestion(takes)?.id
    expect(idOf(named('earlier', 'queued'), named('later', 'refused'))).toBe('earlier')
    expect(idOf(named('earlier', 'sent'), named('later', 'cut'))).toBe('earlier')
    expect(idOf(named('earlier', 'sent'), named('later', 'queued'))).toBe('later')
    expect(idOf(named('earlier', 'refused'), named('later', 'kept'))).toBe('earlier')
    expect(idOf(named('longer', 'cut'), named('shorter', 'kept'))).toBe('shorter')
    expect(takeInQuestion([named('only', 'recording')])).toBeNull()
  })

  test('is silent about what is not under way', () => {
    expect(pendingOf(nothing)).toBeNull()
    expect(pendingOf({ ...nothing, take: take('recording') })).toBeNull()
    expect(pendingOf({ ...nothing, entries: [entry('settled')] })).toBeNull()
    expect(line({ take: take('kept') })).toBe('Saved on this device')
  })
})
