import { expect, test } from 'vitest'
import { ACTS, type ActName } from '../../../sync/desk/audit.ts'
import type { Thing, ThingKind } from '../../../sync/desk/things.ts'
import { THING_KINDS } from '../../../sync/desk/things.ts'
import { DESK_PARTS, type DeskPart } from '../desk-parts.ts'
import { isId, nameOfThing, placeOf } from '../found/thing-words.ts'
import { adviceOf, titleOf } from '../system/trouble-words.ts'
import { nounOf, sentenceOf } from './audit-words.ts'

const PARTS = Object.keys(DESK_PARTS) as DeskPart[]
const said = (act: ActName, detail = {}) => sentenceOf({ act, detail }).join('X')

test('every act is a sentence, with what it was about where it was about something', () => {
  for (const act of Object.values(ACTS).flat()) {
    const sentence = said(act, {
      cents: 100,
      from: 'new',
      to: 'approved',
      role: 'owner',
      was: 'support',
      ended: 0,
      changed: 'tags promo',
      card: 'yellow',
      decision: 'approve',
      place: 'cover-1',
      of: 'tip',
      off: 'percent',
      value: 10,
      reason: 'fraud',
      notes: 'kept',
    })
    expect(sentence, act).not.toMatch(/undefined|NaN|\{|\}/)
    expect(nounOf({ act, detail: {} }), act).not.toBe('')
  }
  expect(said('question.set-status', { from: 'approved', to: 'athlete rejected', money: 'released' })).toBe(
    'changed X from Approved to Athlete Rejected; the hold was released',
  )
  // A message that waited may have gone to nobody when it was tried.
  expect(said('message.send-again', { way: 'mail', how: 'now' })).toBe('had X tried at once')
  expect(said('message.send-again', { way: 'mail', how: 'anew' })).toBe('ordered X again')
  expect(said('payment.refund', { of: 'tip', cents: 3_201, reason: 'goodwill' })).toBe(
    'refunded $32.01 of the tip for X (goodwill)',
  )
  expect(said('refund.by-hand', { of: 'answer', cents: 2_500 })).toBe(
    'recorded that $25.00 of the payment for X was paid back by hand',
  )
  expect(said('athlete.card', { card: 'red', ended: 1 })).toBe(
    'gave X a red card, which ended one open request',
  )
  expect(said('code.create', { off: 'cents', value: 1_600 })).toBe('made the code X ($16 off)')
  expect(sentenceOf({ act: 'later.act' as ActName, detail: {} })).toEqual(['did later.act to ', ''])
  expect(nounOf({ act: 'trouble.drop', detail: { of: 'mail', kind: 'answer-ready' } })).toBe(
    'the mail “Answer ready”',
  )
})

test('every kind of thing leads somewhere, and nowhere for somebody who may not open it', () => {
  const thing = (kind: ThingKind): Thing => ({ id: 'i', kind, name: 'n', questionId: 'q', personId: 'p' })
  for (const kind of Object.keys(THING_KINDS) as ThingKind[]) {
    expect(placeOf(thing(kind), PARTS), kind).not.toBeNull()
    expect(placeOf(thing(kind), []), kind).toBeNull()
  }
  expect(placeOf(thing('refund'), PARTS)).toEqual({ tab: 'requests', id: 'q' })
  expect(placeOf(thing('refund'), ['money'])).toEqual({ tab: 'money' })
  expect(placeOf({ ...thing('fan'), personId: null }, PARTS)).toBeNull()
})

test('a thing without a name is called by its kind, so that its link can be followed', () => {
  const thing: Thing = { id: 'i', kind: 'application', name: '', questionId: null, personId: null }
  expect(nameOfThing(thing)).toBe('Application')
  // a former build of the server sends none
  expect(nameOfThing({ ...thing, name: null as unknown as string })).toBe('Application')
  expect(nameOfThing({ ...thing, name: '@fast' })).toBe('@fast')
})

test('what is an id is told from what is a word', () => {
  for (const id of ['9b2d7a30-5a35-4a4e-9f0e-2d7c41a0a111', 'pi_3Abc123def', ' ch_1Nxyz99 '])
    expect(isId(id), id).toBe(true)
  for (const word of ['race day', 'rosa', 'kim@fan.test', '']) expect(isId(word), word).toBe(false)
})

test('every trouble says what did not happen and what to do about it', () => {
  const trouble = { id: 'i', tries: 2, error: null, since: 0, about: null, mayRetry: true, mayDrop: true }
  expect(titleOf({ of: 'job', kind: 'question.deadline' })).toBe('Ending a request whose time is over')
  expect(adviceOf({ ...trouble, of: 'money', kind: 'capture', mayRetry: false })).toMatch(
    /asked to pay again/,
  )
  expect(adviceOf({ ...trouble, of: 'money', kind: 'capture', mayDrop: false })).toMatch(
    /tried again automatically/,
  )
  expect(adviceOf({ ...trouble, of: 'job', kind: 'sweep.hour' })).toMatch(/next run/)
})
