import { expect, test } from 'vitest'
import type { Clarification } from '../../../sync/answer/clarification.ts'
import type { OutboxRow, TakeRow } from '../../db/device.ts'
import { REPLY_UNREADABLE, replyStage } from './reply-stage.ts'

const ASKED = { text: 'Which hand?', askedAt: 1, reply: null, repliedAt: null, reportedAt: null }
const asked = (more: Partial<Clarification> = {}): Clarification => ({ ...ASKED, video: null, ...more })
const take = (id: string, state: TakeRow['state'], more: Partial<TakeRow> = {}) =>
  ({ id, state, purpose: 'reply', refusal: null, ...more }) as TakeRow
const entry = (name: OutboxRow['name'], state: OutboxRow['state'], args: object = {}) =>
  ({ name, state, args, refusal: state === 'refused' ? { code: 'not-found' } : null }) as OutboxRow
const at = (clarification: Clarification, takes: TakeRow[] = [], entries: OutboxRow[] = []) =>
  replyStage(clarification, { takes, entries })

test('a reply is written, or recorded and sent, and the server’s word ends it', () => {
  expect(at(asked())).toEqual({ at: 'open', kept: null, others: [], errorText: null, elsewhere: false })
  // The answer to the question is not the reply to its follow-up.
  expect(at(asked(), [take('a', 'sent', { purpose: 'answer' })])).toMatchObject({ at: 'open', kept: null })
  expect(at(asked(), [take('t', 'kept')])).toMatchObject({ at: 'open', kept: { id: 't' } })
  expect(at(asked(), [], [entry('clarification.reply', 'waiting')])).toMatchObject({ at: 'written' })
  const announced = entry('clarification.film', 'settled', { video: { id: 't' } })
  for (const state of ['queued', 'uploading', 'sent'] as const)
    expect(at(asked(), [take('t', state)], [announced])).toMatchObject({
      at: 'by-video',
      entries: [announced],
    })
  for (const more of [{ repliedAt: 2 }, { reportedAt: 2 }])
    expect(at(asked(more), [take('t', 'sent')], [announced])).toEqual({ at: 'closed' })
})

test('what came to nothing says why, and may be done again; what another device sends is told', () => {
  const withdrawn = asked({ video: { id: 't', state: 'withdrawn' } })
  expect(at(withdrawn, [take('t', 'sent')])).toMatchObject({ at: 'open', errorText: REPLY_UNREADABLE })
  const refused = take('t', 'refused', { refusal: { code: 'video-unreadable' } })
  expect(at(asked(), [refused])).toMatchObject({ at: 'open', errorText: expect.stringContaining('video') })
  expect(at(asked(), [], [entry('clarification.reply', 'refused')])).toMatchObject({
    at: 'open',
    errorText: expect.any(String),
  })
  const waiting = asked({ video: { id: 'other', state: 'waiting' } })
  expect(at(waiting, [refused])).toMatchObject({ at: 'open', errorText: null, elsewhere: true })
})
