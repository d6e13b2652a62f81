import { describe, expect, test } from 'vitest'
import type { Sql } from '../../db/sql.ts'
import { type Cast, Unreached } from '../grounds/ground.ts'
import { brokenOrder } from './drafts.ts'
import { Exits, markOf, mayHear, saidElsewhere } from './exits.ts'
import { type Document, History, type Violation } from './history.ts'
import { recovers, tooHeavy } from './overload.ts'
import { missedPushes, wordyPushes } from './phones.ts'
import { olderThanSeen, unread, writtenBy } from './reads.ts'

const named = (violations: Violation[]) => violations.map(({ invariant }) => invariant)

/** A database that returns these results, one for each statement. */
const answering = (...answers: object[][]) => (async () => answers.shift() ?? []) as unknown as Sql

describe('S2 O1 what a device wrote', () => {
  const drafted = { id: 'd', personId: 'p', words: ['one', 'two', 'three'], acknowledged: 2 }
  const kept = (revision: number, body: string, id = 'd') => ({ id, revision, body })

  test('in order, once, none left out: as far as it has come', () => {
    expect(brokenOrder(drafted, [kept(2, 'two')])).toEqual([])
    expect(brokenOrder(drafted, [kept(3, 'three')])).toEqual([])
  })

  test('overtaken, twice, or left out', () => {
    expect(named(brokenOrder(drafted, [kept(3, 'two')]))).toEqual(['S2'])
    expect(named(brokenOrder(drafted, [kept(4, 'three')]))).toEqual(['S2'])
    expect(named(brokenOrder(drafted, [kept(2, 'two'), kept(1, 'three', 'beside')]))).toEqual(['S2'])
  })

  test('acknowledged and dropped', () => {
    expect(named(brokenOrder(drafted, [kept(1, 'one')]))).toEqual(['O1'])
    expect(named(brokenOrder(drafted, []))).toEqual(['O1'])
  })
})

describe('S3 what a device is shown', () => {
  const document = (revision: number, more = {}): Document => ({
    id: 'q',
    _deleted: false,
    revision,
    ...more,
  })
  const at = (rev: string, id = '') => ({ epoch: 'e', rev, id })
  const replica = { checkpoint: at('9', 'b'), documents: new Map([['q', document(3)]]) }
  const shown = (revision: number, checkpoint = at('10')) => ({ documents: [document(revision)], checkpoint })

  test('is never older than before', () => {
    expect(olderThanSeen('member questions', replica, shown(3))).toEqual([])
    expect(olderThanSeen('member questions', replica, shown(4))).toEqual([])
    expect(named(olderThanSeen('member questions', replica, shown(2)))).toEqual(['S3'])
  })

  test('is never from further back in its feed, unless the feed is another one', () => {
    const back = (checkpoint: typeof replica.checkpoint) =>
      named(olderThanSeen('member questions', replica, shown(3, checkpoint)))
    expect(back(at('9', 'c'))).toEqual([])
    expect(back({ ...at('1'), epoch: 'restored' })).toEqual([])
    expect(back(at('9', 'a'))).toEqual(['S3'])
    expect(back(at('8', 'c'))).toEqual(['S3'])
  })

  test('holds what it was told is settled', () => {
    const history = new History()
    const cast = { member: { id: 'm' }, paid: { id: 'a' } } as Cast
    const said = (name: string, args: object, account: string) => {
      history.said.push({ id: name, name, args, account, ask: 0 })
      history.settled({ id: name, state: 'settled', value: {} })
    }
    said('question.cancel', { questionId: 'q' }, 'm')
    said('answer.submit', { questionId: 'q', answerId: 'x' }, 'a')
    history.drafted = { id: 'd', personId: 'm', words: ['one', 'two'], acknowledged: 2 }
    const hold = (key: string, ...documents: Document[]) =>
      history.replicas.set(key, {
        checkpoint: null,
        documents: new Map(documents.map((one) => [one.id, one])),
      })
    const missed = () => unread(history.replicas, writtenBy(history, cast))

    hold('member questions', document(2, { status: 'rejected' }))
    hold('member drafts', { id: 'd', _deleted: false, revision: 2 })
    hold('paid answers', { id: 'x', _deleted: false })
    expect(missed()).toEqual([])
    hold('member questions', document(2, { status: 'new' }))
    hold('member drafts', { id: 'd', _deleted: false, revision: 1 })
    hold('paid answers', { id: 'x', _deleted: true })
    expect(missed()).toMatchObject([
      { what: 'question.cancel' },
      { what: 'answer.submit' },
      { what: 'draft.save' },
    ])
  })
})

describe('P1 N4 private words', () => {
  const told = { questionId: 'q', owner: 'guest 0', email: 'kim@fan.test', athlete: 'paid' }
  const approved = { isApproved: true }

  test.for([
    ['subject', 'guest 0', null, true],
    ['subject', 'kim@fan.test', null, true],
    ['subject', 'admin', null, false],
    ['subject', 'admin', { isApproved: false }, true],
    ['text', 'paid', { isApproved: false }, false],
    ['text', 'paid', approved, true],
    ['text', 'promo', approved, false],
    ['text', 'the log', approved, false],
    ['lastName', 'paid', approved, false],
    ['reject', 'paid', approved, false],
    ['draft', 'member', null, true],
    ['draft', 'admin', approved, false],
  ] as const)('%s heard by %s, the question %j: %s', ([field, ear, known, isAllowed]) => {
    expect(mayHear({ field, ear }, told, known)).toBe(isAllowed)
  })

  test('an answer with the words of somebody else', async () => {
    const exits = new Exits()
    exits.told.push(told)
    const body = { text: `How? ${markOf(0, 'text')}` }
    const seen = await exits.hear('promo', '/sync/pull', Response.json(body))
    expect(await seen.json()).toEqual(body)
    expect(await exits.overheard({ sql: answering([{ id: 'q', isApproved: true }]) })).toMatchObject([
      { invariant: 'P1', rows: [{ ear: 'promo', where: '/sync/pull', field: 'text' }] },
    ])
  })

  test('a subject line, a mail to somebody else, and the log', async () => {
    const exits = new Exits()
    exits.told.push(told)
    const mail = {
      recipient: 'paid@t.test',
      subject: `On ${markOf(0, 'subject')}`,
      text: markOf(0, 'lastName'),
      html: '',
    }
    const cast = { paid: { email: 'paid@t.test' } } as Cast
    const sql = answering([mail], [{ id: 'q', isApproved: true }])
    const found = await saidElsewhere(
      { sql, cast, logged: () => `${'so far '.repeat(90)}${markOf(0, 'text')}\n` },
      exits,
    )
    expect(named(found)).toEqual(['P1', 'N4'])
    expect(found[0]?.rows).toMatchObject([{ field: 'lastName', where: 'a mail' }, { where: 'the log' }])
  })

  test('a push', () => {
    const push = { endpoint: 'e', status: 201 }
    expect(wordyPushes([{ ...push, text: 'A new question is waiting' }])).toEqual([])
    expect(named(wordyPushes([{ ...push, text: markOf(0, 'subject') }]))).toEqual(['N4'])
  })
})

test('N2 a push that one phone took and another did not', async () => {
  const owed = ['here/1', 'busy/2', 'broken/3'].map((path) => ({
    id: 'p',
    kind: 'k',
    endpoint: `http://s/${path}`,
  }))
  const answered = (path: string, status: number, id = 'p') => ({
    endpoint: `http://s/${path}`,
    status,
    text: JSON.stringify({ id }),
  })
  const missed = (...delivered: ReturnType<typeof answered>[]) =>
    missedPushes({ sql: answering([], owed) }, delivered)
  const took = answered('here/1', 201)
  expect(
    await missed(took, answered('busy/2', 429), answered('busy/2', 201), answered('broken/3', 403)),
  ).toEqual([])
  expect(await missed(took, answered('busy/2', 429))).toMatchObject([
    { invariant: 'N2', rows: [{ endpoint: 'http://s/busy/2' }] },
  ])
  expect(named(await missed(answered('here/1', 201, 'another'), answered('busy/2', 201)))).toEqual(['N2'])
})

describe('O1 O2 O3 overload', () => {
  test('a load that is shed says when to come back', () => {
    const exits = new Exits()
    exits.checkShed('/sync/push', new Response(null, { status: 503, headers: { 'retry-after': '30' } }))
    exits.checkShed('/sync/push', new Response(null, { status: 500 }))
    expect(exits.violations).toEqual([])
    exits.checkShed('/sync/push', new Response(null, { status: 429 }))
    expect(named(exits.violations)).toEqual(['O1'])
  })

  test('a server that takes more and more memory', () => {
    expect(tooHeavy(400 * 2 ** 20)).toEqual([])
    expect(named(tooHeavy(400 * 2 ** 20 + 1))).toEqual(['O2'])
  })

  test('a server that recovers, and one that does not', async () => {
    let asked = 0
    const soon = async () => {
      asked += 1
      if (asked === 1) throw new Unreached('stopped')
      return new Response(null, { status: asked === 2 ? 500 : 200 })
    }
    expect(await recovers({ request: soon }, 5_000)).toEqual([])
    const never = async () => new Response(null, { status: 500 })
    expect(named(await recovers({ request: never }, 10))).toEqual(['O3'])
  })
})
