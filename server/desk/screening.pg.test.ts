import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditAnswer } from '../../sync/desk/audit.ts'
import type { DeskQuestionAnswer, DeskQuestionsAnswer } from '../../sync/desk/requests.ts'
import { HOUR_MS, SCREENING_MS, SCREENING_WARNING_MS, UNDO_MS } from '../../sync/limits.ts'
import {
  type Actors,
  answered,
  asked,
  askedOnVideo,
  openCast,
  pull,
  signedIn,
  view,
} from '../testing/actors.ts'
import type { Browser } from '../testing/browser.ts'
import { storedFiles } from '../testing/media/stored-files.ts'
import type { World } from '../testing/world.ts'

let world: World
let actors: Actors
let ada: Browser
let bo: Browser
beforeAll(async () => {
  actors = await openCast()
  world = actors.world
  ada = await signedIn(world, actors.admin)
  bo = await signedIn(world, await world.makePerson({ role: 'admin' }))
})
afterAll(() => world.end())

const look = async (desk: Browser, id: string) =>
  (await desk.post<DeskQuestionAnswer>('/api/desk/question', { id })).body
const decide = async (
  desk: Browser,
  id: string,
  more: { note?: string; undoable?: boolean } = { undoable: true },
) => {
  const { revision } = await look(desk, id)
  return desk.push(more.note === undefined ? 'question.approve' : 'question.reject', {
    questionId: id,
    revision,
    ...more,
  })
}
const list = async (more: object = {}) =>
  (
    await ada.post<DeskQuestionsAnswer>('/api/desk/questions', {
      status: null,
      creator: null,
      search: null,
      order: 'newest',
      after: null,
      ...more,
    })
  ).body
const mailsSince = async (from: number) => (await world.mails()).slice(from).map(({ subject }) => subject)
const acts = async (subject: string) =>
  (await ada.post<AuditAnswer>('/api/desk/audit', { subject, after: null })).body.acts.map(
    ({ act, detail }) => [act, detail],
  )

describe('S2-1.4 S2-4.3 a decision that can be taken back', () => {
  test('S2-4.4 nothing replicates, is mailed or moved before its ten seconds are over, and then all of it is', async () => {
    const { fan, questionId, viewPath } = await asked(actors)
    const before = (await world.mails()).length
    expect(await decide(ada, questionId)).toMatchObject({ state: 'settled', value: { status: 'new' } })
    await world.advance(UNDO_MS - 1_000)
    await world.quiesce()
    expect(await view(fan, viewPath)).toMatchObject({ status: 'new', hold: 'held' })
    expect(await mailsSince(before)).toEqual([])
    const athlete = await signedIn(world, actors.athlete)
    expect((await pull(athlete, 'questions')).documents.map(({ id }) => id)).not.toContain(questionId)
    expect((await look(bo, questionId)).waiting).toMatchObject({
      decision: 'approve',
      isMine: false,
      refused: null,
    })
    // No open client is needed, because the admin may have closed the tab.
    await world.advance(2_000)
    await world.quiesce()
    expect(await view(fan, viewPath)).toMatchObject({ status: 'approved' })
    expect((await pull(athlete, 'questions')).documents.map(({ id }) => id)).toContain(questionId)
    expect(await mailsSince(before)).toContain('A new question is waiting for you')
    expect((await look(ada, questionId)).waiting).toBeNull()
    expect(await acts(questionId)).toEqual([['question.approve', {}]])
  })

  test('taken back in time it never was; too late, it is refused', async () => {
    const { fan, questionId, viewPath } = await asked(actors)
    await decide(ada, questionId, { note: 'Spam', undoable: true })
    expect(await bo.push('question.undo', { questionId })).toMatchObject({ state: 'settled' })
    await world.advance(UNDO_MS * 2)
    await world.quiesce()
    expect(await view(fan, viewPath)).toMatchObject({ status: 'new', hold: 'held', adminNote: null })
    await decide(ada, questionId, { note: 'Spam', undoable: true })
    await world.advance(UNDO_MS)
    expect(await ada.push('question.undo', { questionId })).toMatchObject({
      refusal: { code: 'already-decided' },
    })
    await world.quiesce()
    expect(await ada.push('question.undo', { questionId })).toMatchObject({
      refusal: { code: 'already-decided' },
    })
    expect(await view(fan, viewPath)).toMatchObject({ status: 'rejected', adminNote: 'Spam' })
    expect(await acts(questionId)).toEqual([
      ['question.reject', {}],
      ['question.undo', { decision: 'reject' }],
    ])
  })

  test('two admins never decide on the same request unknowingly', async () => {
    const { questionId } = await asked(actors)
    await decide(ada, questionId)
    for (const note of ['No', undefined])
      expect(
        await decide(bo, questionId, note === undefined ? { undoable: true } : { note, undoable: true }),
      ).toMatchObject({
        refusal: { code: 'already-decided', detail: { by: 'Test' } },
      })
    expect(await decide(bo, questionId, {})).toMatchObject({ refusal: { code: 'already-decided' } })
    // The admin who decided may change their mind.
    expect(await decide(ada, questionId, { note: 'On second thought', undoable: true })).toMatchObject({
      state: 'settled',
    })
    expect((await look(bo, questionId)).waiting).toMatchObject({ decision: 'reject' })
  })

  test('a stale one is refused with what it is now', async () => {
    const { questionId } = await asked(actors)
    const { revision } = await look(ada, questionId)
    await world.database.sql`update question set revision = revision + 1 where id = ${questionId}`
    expect(await ada.push('question.approve', { questionId, revision, undoable: true })).toMatchObject({
      refusal: { code: 'changed-meanwhile', detail: { status: 'new' } },
    })
  })

  test('one that can no longer be made leaves the question alone and says so; a cancelled one is gone', async () => {
    const { questionId } = await asked(actors)
    await decide(ada, questionId)
    await world.database
      .sql`update hold set capture_before = app_now() + interval '1 hour' where ask_id = ${questionId}`
    await world.advance(UNDO_MS)
    await world.quiesce()
    expect(await look(ada, questionId)).toMatchObject({
      status: 'new',
      waiting: { refused: 'hold-too-short' },
    })
    // A failed decision does not block others: another admin may decide, and that counts.
    expect(await decide(bo, questionId, { note: 'No.', undoable: true })).toMatchObject({ state: 'settled' })
    expect((await look(ada, questionId)).waiting).toMatchObject({ decision: 'reject', refused: null })
    expect(await bo.push('question.undo', { questionId })).toMatchObject({ state: 'settled' })
    const other = await asked(actors)
    await decide(ada, other.questionId)
    expect(await other.fan.push('question.cancel', { questionId: other.questionId })).toMatchObject({
      state: 'settled',
    })
    await world.advance(UNDO_MS)
    await world.quiesce()
    expect(await look(ada, other.questionId)).toMatchObject({
      status: 'rejected',
      reason: 'cancelled-by-asker',
      waiting: null,
    })
  })

  test('a lost job is made up for by the sweep', async () => {
    const { fan, questionId, viewPath } = await asked(actors)
    await decide(ada, questionId)
    await world.database.sql`delete from boss.job where name = 'screening.decide'`
    await world.advance(120_000)
    await world.quiesce()
    expect(await view(fan, viewPath)).toMatchObject({ status: 'approved' })
  })
})

test('S2-1.5 D57 nothing is rejected but by a person, whatever it says', async () => {
  const { questionId } = await asked(actors, {
    subject: 'FREE $$$ CLICK',
    text: 'I hate you. Buy followers at x.test!',
  })
  await world.advance(HOUR_MS)
  await world.quiesce()
  expect(await look(ada, questionId)).toMatchObject({ status: 'new' })
})

describe('S2-4.5 S2-4.6 S2-4.7 S2-4.8 rejecting', () => {
  test('S2-4.9 S2-4.11 D55 D56 keeps the note and the row, mails the asker even without a note, gives the hold back', async () => {
    for (const note of ['We do not pass on bets.', '']) {
      const { fan, questionId, viewPath } = await asked(actors)
      const before = (await world.mails()).length
      await decide(ada, questionId, { note })
      await world.quiesce()
      expect(await view(fan, viewPath)).toMatchObject({
        status: 'rejected',
        hold: 'released',
        adminNote: note || null,
      })
      expect(await mailsSince(before)).toContain('About your question')
      expect((await world.mails()).at(-1)?.text.includes('bets')).toBe(note !== '')
      expect(await look(ada, questionId)).toMatchObject({
        status: 'rejected',
        adminNote: note,
        text: 'How do I stop skying at the catch?',
      })
    }
  })

  test('S2-4.10 its video is gone at once for everybody, and its files are removed from storage', async () => {
    const before = await storedFiles(world)
    const { fan, questionId, videoId } = await askedOnVideo(actors)
    const own = (await storedFiles(world)).filter((name) => !before.includes(name))
    const play = async (browser: Browser) => (await browser.post('/api/media-ticket', { videoId })).status
    expect([own.length, await play(fan), await play(ada)]).toEqual([2, 200, 200])
    await decide(ada, questionId, { note: '' })
    expect([await play(fan), await play(ada)]).toEqual([404, 404])
    await world.advance(61_000)
    await world.quiesce()
    expect((await storedFiles(world)).filter((name) => own.includes(name))).toEqual([])
  })
})

describe('D106 the documented calls', () => {
  test('S2-7.9 S2-7.10 approve and reject as the desk does, for admins alone, and mail only who is stored', async () => {
    const [first, turned] = [await asked(actors), await asked(actors)]
    const evil = {
      reply_to: 'evil@evil.test',
      athlete_email: 'evil@evil.test',
      requester_email: 'evil@evil.test',
    }
    const { fan } = first
    const documented = (browser: Browser, path: string, more: object) =>
      browser.post(`/api/${path}`, { ...evil, ...more })
    expect((await documented(fan, 'new-request', { message_id: first.questionId })).status).toBe(403)
    expect((await documented(ada, 'new-request', { message_id: first.questionId })).status).toBe(200)
    expect((await documented(ada, 'new-request', { message_id: first.questionId })).status).toBe(409)
    const reject = { message_id: turned.questionId, rejection_note: 'Not this one.' }
    expect((await documented(fan, 'reject-request', reject)).status).toBe(403)
    expect((await documented(ada, 'reject-request', reject)).status).toBe(200)
    expect((await documented(ada, 'new-request', evil)).status).toBe(400)
    await world.quiesce()
    expect(await view(fan, first.viewPath)).toMatchObject({ status: 'approved' })
    expect(await view(turned.fan, turned.viewPath)).toMatchObject({
      status: 'rejected',
      hold: 'released',
      adminNote: 'Not this one.',
    })
    expect((await world.mails()).filter(({ recipient }) => recipient.includes('evil'))).toEqual([])
  })
})

describe('S2-2.119 S2-4.2 D54 any status', () => {
  const setStatus = async (questionId: string, status: string, note = '') => {
    const { revision } = await look(ada, questionId)
    const outcome = await ada.push('question.set-status', { questionId, revision, status, note })
    await world.quiesce()
    return outcome
  }

  test('an approved one goes back to screening and out of the athlete’s sight, and can be approved again', async () => {
    const { fan, questionId, viewPath } = await asked(actors)
    await decide(ada, questionId, {})
    const athlete = await signedIn(world, actors.athlete)
    expect(await setStatus(questionId, 'new')).toMatchObject({ state: 'settled' })
    const gone = (await pull(athlete, 'questions')).documents.find(({ id }) => id === questionId)
    expect(gone?._deleted ?? true).toBe(true)
    expect(await view(fan, viewPath)).toMatchObject({ status: 'new', hold: 'held', dueAt: null })
    expect(await setStatus(questionId, 'approved')).toMatchObject({ state: 'settled' })
    expect(await view(fan, viewPath)).toMatchObject({ status: 'approved', hold: 'held' })
    expect(await acts(questionId)).toEqual([
      ['question.set-status', { from: 'new', to: 'approved', money: 'kept' }],
      ['question.set-status', { from: 'approved', to: 'new', money: 'kept' }],
      ['question.approve', {}],
    ])
  })

  test('ending an approved one gives the hold back and tells both sides; it does not come back without its hold', async () => {
    const { fan, questionId, viewPath } = await asked(actors)
    await decide(ada, questionId, {})
    const before = (await world.mails()).length
    expect(await setStatus(questionId, 'rejected', 'A mistake of ours.')).toMatchObject({ state: 'settled' })
    expect(await view(fan, viewPath)).toMatchObject({
      status: 'rejected',
      hold: 'released',
      adminNote: 'A mistake of ours.',
    })
    expect(await mailsSince(before)).toEqual(
      expect.arrayContaining(['About your question', 'A question was withdrawn']),
    )
    expect(await setStatus(questionId, 'approved')).toMatchObject({ refusal: { code: 'hold-gone' } })
    expect(await setStatus(questionId, 'completed')).toMatchObject({ refusal: { code: 'answer-missing' } })
  })

  test('leaving completed never touches the money, and the fan keeps the answer', async () => {
    const { fan, questionId, viewPath } = await answered(actors)
    const operations = () => world.database.sql`
      select count(*)::int from money_operation o join hold h on h.id = o.subject_id where h.ask_id = ${questionId}`
    const before = await operations()
    expect(await setStatus(questionId, 'athlete rejected')).toMatchObject({ state: 'settled' })
    expect(await view(fan, viewPath)).toMatchObject({
      status: 'athlete rejected',
      // not 'declined', because the athlete did not decline it
      reason: 'closed-by-team',
      hold: 'captured',
      answer: { state: 'delivered' },
    })
    expect(await setStatus(questionId, 'new')).toMatchObject({ refusal: { code: 'already-answered' } })
    expect(await setStatus(questionId, 'completed')).toMatchObject({ state: 'settled' })
    expect(await operations()).toEqual(before)
  })

  test('a free one that was rejected can be opened again; one whose asker took it back cannot', async () => {
    const free = {
      athleteId: (await world.makePerson({ role: 'creator', priceCents: 0 })).id,
      amountCents: 0,
    }
    const { fan, questionId, viewPath } = await asked(actors, free)
    await decide(ada, questionId, { note: '' })
    await world.advance(49 * HOUR_MS)
    expect(await setStatus(questionId, 'new')).toMatchObject({ state: 'settled' })
    expect(await view(fan, viewPath)).toMatchObject({ status: 'new' })
    await fan.push('question.cancel', { questionId })
    expect(await setStatus(questionId, 'approved')).toMatchObject({ refusal: { code: 'ask-closed' } })
  })

  test('nobody else moves a question but as its life goes, not even by hand', async () => {
    const { questionId } = await asked(actors)
    await expect(
      world.database.sql`update question set status = 'completed' where id = ${questionId}`.execute(),
    ).rejects.toThrow('illegal move')
  })
})

describe('S2-2.110 S2-2.111 S2-2.112 S2-7.13 the list', () => {
  test('by athlete, status and a part of what is known of it; newest or most urgent first; counted', async () => {
    const other = await world.makePerson({ role: 'creator', username: 'swimmer9', priceCents: 0 })
    const first = await asked(actors, { athleteId: other.id, amountCents: 0, subject: 'Öl % on _water' })
    const second = await asked(actors, { athleteId: other.id, amountCents: 0, subject: 'Turns' })
    const of = { creator: 'swimmer9' }
    expect((await list(of)).rows.map(({ id }) => id)).toEqual([second.questionId, first.questionId])
    expect((await list({ ...of, status: 'new', order: 'urgent' })).rows.map(({ id }) => id)).toEqual([
      first.questionId,
      second.questionId,
    ])
    expect((await list({ ...of, search: '% on _' })).rows.map(({ id }) => id)).toEqual([first.questionId])
    expect((await list({ ...of, search: 'OL % on' })).rows.map(({ id }) => id)).toEqual([first.questionId])
    expect((await list({ ...of, search: 'kim lee' })).rows).toHaveLength(2)
    for (const search of ['WIMMER', '@swim', 'swimmer9'])
      expect((await list({ search })).rows.map(({ id }) => id)).toEqual([second.questionId, first.questionId])
    expect((await list({ search: 'swimmer_' })).rows).toEqual([])
    expect((await list({ ...of, status: 'approved' })).rows).toEqual([])
    const none = { new: 0, approved: 0, rejected: 0, 'athlete rejected': 0, completed: 0 }
    expect(await list({ creator: 'nobodyatall' })).toMatchObject({ rows: [], counts: none })
    expect((await list(of)).counts).toEqual({ ...none, new: 2 })
    const [row] = (await list(of)).rows
    expect(row).toMatchObject({ receiver: 'swimmer9', requester: 'Kim Lee', amountCents: 0, status: 'new' })
    const page = await list({ ...of, after: { at: row?.submittedAt, id: row?.id } })
    expect(page.rows.map(({ id }) => id)).toEqual([first.questionId])
  })
})

test('the audit is append-only, whoever asks', async () => {
  const { sql } = world.database
  await expect(sql`update audit set act = 'nothing'`.execute()).rejects.toThrow('append-only')
  await expect(sql`delete from audit`.execute()).rejects.toThrow('append-only')
  await expect(sql`truncate audit`.execute()).rejects.toThrow('append-only')
})

test('S2-1.5 D57 a check only flags and sorts; the team is told at the first request, and when one runs out of time', async () => {
  for (const { id } of (await list({ status: 'new' })).rows) await decide(ada, id, { note: '' })
  await world.quiesce()
  expect((await list({ status: 'new' })).rows).toEqual([])
  const toAdmin = async () =>
    (await world.mails())
      .filter(({ recipient }) => recipient === actors.admin.email)
      .map(({ subject }) => subject)
  const before = (await toAdmin()).length
  const text = 'Write me at kim@fan.test, or see www.kim.example: what do you bet on?'
  const first = await asked(actors, { text })
  const second = await asked(actors, { text })
  const plain = await asked(actors, { text: 'What do you do on a windy day?' })
  expect((await toAdmin()).slice(before)).toEqual(['A request waits to be screened'])
  const flagged = (await list({ status: 'new', order: 'flagged' })).rows
  expect(flagged.map(({ id, flags }) => [id, flags])).toEqual([
    [first.questionId, ['link', 'e-mail']],
    [second.questionId, ['link', 'e-mail', 'repeated']],
  ])
  expect((await look(ada, plain.questionId)).flags).toEqual([])
  await world.advance(SCREENING_MS - SCREENING_WARNING_MS + 60_000)
  await world.quiesce()
  // Three requests run out of time, but only one mail says so.
  expect((await toAdmin()).slice(before + 1)).toEqual(['A request runs out of time'])
  const pushed = await world.database
    .sql`select distinct kind from push_message where kind like 'desk-%' order by kind`
  expect(pushed).toEqual([{ kind: 'desk-ending' }, { kind: 'desk-first' }])
})
