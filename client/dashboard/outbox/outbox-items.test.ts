import { describe, expect, test } from 'vitest'
import type { AnswerDocument, Partner, QuestionDocument } from '../../../sync/collections.ts'
import { DAY_MS, HOUR_MS } from '../../../sync/limits.ts'
import type { OutboxRow, TakeRow } from '../../db/device.ts'
import type { OutboxFacts } from './outbox-item.ts'
import { outboxItems, subjectsOf, unsentCount } from './outbox-items.ts'

const NOW = 1_800_000_000_000

function take(id: string, more: Partial<TakeRow> = {}): TakeRow {
  return {
    id,
    purpose: 'answer',
    questionId: `q-${id}`,
    type: 'video/mp4',
    bytes: 1_000,
    durationMs: 34_000,
    sha256: 'x',
    source: 'recorded',
    recordedAt: NOW,
    dueAt: NOW + HOUR_MS,
    state: 'queued',
    uploadUrl: null,
    uploadedBytes: 0,
    inPieces: false,
    refusal: null,
    ...more,
  }
}

function entry(name: OutboxRow['name'], subject: string, more: Partial<OutboxRow> = {}): OutboxRow {
  return { id: `e-${subject}`, name, subject, args: {}, state: 'waiting', ...more } as OutboxRow
}

function facts(more: Partial<OutboxFacts> = {}): OutboxFacts {
  return {
    takes: [],
    entries: [],
    questions: [],
    knowsQuestions: true,
    answers: [],
    partners: new Map(),
    online: true,
    ended: false,
    now: NOW,
    isHeld: false,
    bytesPerSecond: null,
    ...more,
  }
}

const lineOf = (more: Partial<OutboxFacts>) => outboxItems(facts(more))[0]?.line

describe('the outbox', () => {
  test('one truthful line per take, from this device to the fan', () => {
    const announced = entry('answer.submit', 'q-t', { args: { answerId: 'a', video: { id: 't' } } })
    expect(lineOf({ takes: [take('t')], entries: [announced] })).toBe('Saved on this device')
    expect(lineOf({ takes: [take('t')], entries: [announced], online: false })).toBe('Waiting for network')
    const settled = { ...announced, state: 'settled' as const }
    expect(
      lineOf({ takes: [take('t', { state: 'uploading', uploadedBytes: 429 })], entries: [settled] }),
    ).toBe('Uploading 42 %')
    expect(lineOf({ takes: [take('t', { state: 'sent' })], entries: [settled] })).toBe('Sent')
    const answers = [
      { id: 'a', videoId: 't', questionId: 'q-t', state: 'delivered', deliveredAt: NOW },
    ] as AnswerDocument[]
    expect(lineOf({ takes: [take('t', { state: 'sent' })], entries: [settled], answers })).toBe('Delivered')
    expect(lineOf({ answers })).toBe('Delivered')
    expect(
      outboxItems(facts({ answers: answers.map((answer) => ({ ...answer, deliveredAt: NOW - DAY_MS })) })),
    ).toEqual([])
  })

  test('what is on its way says whether it may be taken back or recorded again; a recording besides it is not called closed', () => {
    const announced = entry('answer.submit', 'q-t', { args: { answerId: 'a', video: { id: 't' } } })
    const ways = (more: Partial<OutboxFacts>) => {
      const { canRecall, canReplace } = outboxItems(facts(more))[0] ?? {}
      return { canRecall, canReplace }
    }
    expect(ways({ takes: [take('t')], entries: [announced] })).toEqual({ canRecall: true, canReplace: true })
    const settled = { ...announced, state: 'settled' as const }
    expect(ways({ takes: [take('t', { state: 'uploading' })], entries: [settled] })).toEqual({
      canRecall: false,
      canReplace: true,
    })
    const given = { ...announced, name: 'answer.give' as const }
    expect(ways({ takes: [take('t')], entries: [given] })).toEqual({ canRecall: true, canReplace: false })
    expect(ways({ takes: [take('t', { state: 'sent' })], entries: [settled] })).toEqual({
      canRecall: false,
      canReplace: false,
    })
    const question = { id: 'q-k', status: 'approved', dueAt: NOW, graceEndsAt: NOW + HOUR_MS }
    const questions = [question as QuestionDocument]
    const other = { id: 'a', videoId: 'elsewhere', questionId: 'q-k', state: 'waiting' } as AnswerDocument
    const kept = { takes: [take('k', { state: 'kept' })], questions }
    expect(lineOf({ ...kept, answers: [other] })).toBe('Saved on this device. Not sent yet.')
    expect(lineOf({ ...kept, answers: [{ ...other, state: 'stored' }] })).toBe(
      'Answered already, by another video.',
    )
  })

  test('D5 a refused take says why and is kept; an unreadable one asks for another', () => {
    const late = take('t', { state: 'refused', refusal: { code: 'too-late' } })
    expect(lineOf({ takes: [late] })).toBe(
      'The time to answer has run out. What you recorded is safe on this device.',
    )
    const answers = [{ id: 'a', videoId: 't', state: 'withdrawn' }] as AnswerDocument[]
    const asked = { id: 'q-t', status: 'approved', dueAt: NOW + HOUR_MS, graceEndsAt: null }
    const about = (more: object = {}) => ({
      questions: [{ ...asked, ...more }] as QuestionDocument[],
      answers,
    })
    const sent = take('t', { state: 'sent' })
    expect(outboxItems(facts({ takes: [sent], ...about() }))).toMatchObject([
      { stage: 'unreadable', line: expect.stringMatching(/Record another one while there is time\.$/) },
    ])
    // The answer was announced before the question ended and was opened again, so its video is not at fault.
    const former = answers.map((answer) => ({ ...answer, submittedAt: NOW - DAY_MS }))
    const reopened = { ...about({ approvedAt: NOW }), answers: former }
    expect(lineOf({ takes: [sent], ...reopened })).toBe('Sent')
    const unreadable = take('t', { state: 'refused', refusal: { code: 'video-unreadable' } })
    // Whether there is time, this device's clock does not say.
    const perhaps = 'The server could not read this video. Record another one while there is time.'
    expect(lineOf({ takes: [unreadable], ...about({ dueAt: NOW }) })).toBe(perhaps)
    const ended = { status: 'athlete rejected', reason: 'no-answer', settledAt: NOW }
    for (const more of [{ graceEndsAt: NOW + DAY_MS }, ended]) {
      expect(outboxItems(facts({ takes: [unreadable], ...about(more) }))).toMatchObject([
        { stage: 'unreadable', line: 'The server could not read this video.', canGive: false },
      ])
    }
  })

  test('a video that this device cannot read comes first, and says what is safe and what to do', () => {
    const shut = take('t', { cannotRead: true, dueAt: NOW + 9 * HOUR_MS })
    const announced = entry('answer.submit', 'q-t', { state: 'settled', args: { video: { id: 't' } } })
    const items = outboxItems(facts({ takes: [take('soon'), shut], entries: [announced] }))
    expect(items[0]).toMatchObject({
      stage: 'cannot-read',
      line: 'The browser could not read the video. It is tried again.',
      why: expect.stringMatching(
        /^Nothing was deleted\. .* record it again, and the new one takes its place\.$/,
      ),
      canReplace: true,
    })
    expect(items[1]).toMatchObject({ stage: 'saved', why: null })
    // A free answer cannot be replaced once it is announced.
    const given = { ...announced, name: 'answer.give' as const }
    expect(outboxItems(facts({ takes: [shut], entries: [given] }))[0]?.why).toMatch(/write to our team\.$/)
  })

  test("D5 an answer that was withdrawn because it came too late is nobody's fault, and may be given", () => {
    const questions = [
      { id: 'q-t', status: 'athlete rejected', reason: 'no-answer', dueAt: NOW - DAY_MS, settledAt: NOW },
    ] as QuestionDocument[]
    const answers = [{ id: 'a', questionId: 'q-t', videoId: 't', state: 'withdrawn' }] as AnswerDocument[]
    const late = take('t', { state: 'refused', refusal: { code: 'too-late' } })
    expect(outboxItems(facts({ takes: [late], questions, answers }))).toMatchObject([
      { stage: 'closed', line: 'The time to answer ran out. The fan is not charged.', canGive: true },
    ])
    const give = entry('answer.give', 'q-t', { args: { answerId: 'g', video: { id: 't' } } })
    const given = { takes: [take('t')], entries: [give], questions }
    expect(outboxItems(facts({ ...given, answers }))).toMatchObject([
      { stage: 'saved', line: 'Saved on this device', left: null },
    ])
    const delivered = { id: 'g', questionId: 'q-t', videoId: 't', state: 'delivered' } as AnswerDocument
    expect(lineOf({ ...given, answers: [...answers, delivered] })).toBe('Delivered')
  })

  test('D54 a take that was too late is sent again once its question is open again, before its new deadline', () => {
    const late = take('t', { state: 'refused', refusal: { code: 'too-late' }, dueAt: NOW - DAY_MS })
    const answers = [{ id: 'a', questionId: 'q-t', videoId: 't', state: 'withdrawn' }] as AnswerDocument[]
    const reopened = { id: 'q-t', status: 'approved', dueAt: NOW + 2 * HOUR_MS, graceEndsAt: null }
    const seen = (question: object, takes = [late]) =>
      outboxItems(facts({ takes, questions: [{ ...reopened, ...question }] as QuestionDocument[], answers }))
    expect(seen({})).toMatchObject([
      {
        stage: 'kept',
        line: 'The question is open again. Your video is safe here.',
        left: expect.stringMatching(/^2 h left, until /),
        canSendAgain: true,
        take: { id: 't', dueAt: NOW + 2 * HOUR_MS },
      },
    ])
    expect(seen({ graceEndsAt: NOW + DAY_MS })[0]?.canSendAgain).toBe(false)
    // The clock of this device may be wrong; the server's word of this deadline is not.
    const perhaps = { left: expect.stringMatching(/^Until .*, which may have passed$/), canSendAgain: true }
    expect(seen({ dueAt: NOW })).toMatchObject([perhaps])
    const over = { stage: 'closed', line: 'The time to answer is over.', canSendAgain: false }
    expect(seen({ dueAt: late.dueAt })).toMatchObject([over])
    // Another take of this device is on its way to the question.
    const other = take('o', { questionId: 'q-t', state: 'queued' })
    expect(seen({}, [late, other]).find(({ id }) => id === 't')?.canSendAgain).toBe(false)
  })

  test('what is kept or was interrupted says so, and is not counted as sent', () => {
    const items = outboxItems(
      facts({ takes: [take('k', { state: 'kept' }), take('r', { state: 'recording' })] }),
    )
    expect(items.map(({ stage }) => stage)).toEqual(['unfinished', 'kept'])
    expect(unsentCount(items)).toBe(2)
    const draft = take('d', { purpose: 'question', state: 'kept' })
    expect(outboxItems(facts({ takes: [draft] }))).toEqual([])
  })

  test('D98 a take whose question is gone is called what it is', () => {
    const titles = (['kept', 'recording'] as const).map(
      (state) => outboxItems(facts({ takes: [take('t', { state })] }))[0]?.title,
    )
    expect(titles).toEqual(['A recording', 'A recording'])
    const lineFor = (questions: object[]) =>
      lineOf({ takes: [take('t', { state: 'kept' })], questions: questions as QuestionDocument[] })
    expect(lineFor([])).toBe('Saved on this device. Its question is no longer here.')
    // The line does not say so when the question was not looked up.
    const unknown = { takes: [take('t', { state: 'kept' })], knowsQuestions: false }
    expect(lineOf(unknown)).toBe('Saved on this device. Not sent yet.')
    const entries = [entry('question.decline', 'q-d'), entry('question.decline', 'q-s', { state: 'settled' })]
    expect(subjectsOf({ takes: [take('t'), take('t')], entries })).toEqual(['q-d', 'q-t'])
    const open = { id: 'q-t', status: 'approved', dueAt: NOW + HOUR_MS, graceEndsAt: null }
    expect(lineFor([open])).toBe('Saved on this device. Not sent yet.')
    expect(outboxItems(facts({ takes: [take('t', { purpose: 'question' })] }))[0]?.title).toBe(
      'Your question',
    )
    expect(outboxItems(facts({ entries: [entry('question.decline', 'q')] }))[0]?.title).toBe('A question')
  })

  test('what needs somebody first, then in deadline order, then what arrived', () => {
    const takes = [
      take('sent', { state: 'sent', dueAt: NOW }),
      take('later', { dueAt: NOW + 5 * HOUR_MS }),
      take('soon', { dueAt: NOW + HOUR_MS }),
      take('refused', { state: 'refused', refusal: { code: 'too-late' }, dueAt: NOW + 9 * HOUR_MS }),
    ]
    expect(outboxItems(facts({ takes })).map(({ id }) => id)).toEqual(['refused', 'soon', 'later', 'sent'])
  })

  test('a decline waits with its own line and names the question; drafts are not spoken of', () => {
    const questions = [{ id: 'q', subject: 'My catch', conversationId: 'c' }] as QuestionDocument[]
    const partners = new Map([['c', { firstName: 'Kim', lastName: 'L' } as Partner]])
    const entries = [entry('question.decline', 'q'), entry('draft.save', 'd')]
    const items = outboxItems(facts({ entries, questions, partners, online: false }))
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({
      kind: 'decline',
      title: 'My catch',
      who: 'Kim L.',
      line: 'Waiting for network',
    })
  })

  test('changes of the profile wait with a line of their own', () => {
    expect(outboxItems(facts({ entries: [entry('profile.save', 'me')], online: false }))).toMatchObject([
      { kind: 'profile', title: 'Your profile', who: null, line: 'Waiting for network' },
    ])
  })

  test('a reply by video has its line as an answer has, and stays with a reason where another came first', () => {
    const asked = { text: 'Which hand?', askedAt: 1, reply: null, repliedAt: null, reportedAt: null }
    const about = (more: object) => ({
      questions: [
        { id: 'q-t', subject: 'My catch', clarification: { ...asked, video: null, ...more } },
      ] as QuestionDocument[],
    })
    const film = entry('clarification.film', 'q-t', { args: { video: { id: 't' } } })
    const reply = (state: TakeRow['state'], more: Partial<TakeRow> = {}) =>
      take('t', { purpose: 'reply', dueAt: null, state, ...more })
    const items = (state: TakeRow['state'], more: object = {}) =>
      outboxItems(facts({ takes: [reply(state)], entries: [film], ...about(more) }))
    expect(items('queued')).toMatchObject([
      {
        kind: 'reply',
        title: 'My catch',
        line: 'Saved on this device',
        why: 'We are telling the fan first that it is coming',
      },
    ])
    expect(items('sent', { video: { id: 't', state: 'withdrawn' } })[0]?.stage).toBe('unreadable')
    expect(items('kept')[0]?.line).toBe('Saved on this device. Not sent yet.')
    expect(items('kept', { reply: 'Left.', repliedAt: 2 })).toMatchObject([
      { stage: 'closed', line: 'There is a reply already.', canGive: false },
    ])
    const refusal = { code: 'replied-already' } as const
    expect(lineOf({ takes: [reply('refused', { refusal })], ...about({}) })).toContain('replied to')
    // The words of a reply that came too late are not lost.
    const words = entry('clarification.reply', 'q-t', {
      state: 'refused',
      refusal,
      args: { text: 'The left.' },
    })
    expect(outboxItems(facts({ entries: [words] }))[0]?.why).toBe('You wrote: “The left.”')
  })

  test('captions that came second say whose count, and where theirs can still be used', () => {
    const refusal = { code: 'changed-meanwhile' } as const
    const second = entry('answer.transcribe', 'q-t', { state: 'refused', refusal, args: { text: 'Feet' } })
    expect(lineOf({ entries: [second] })).toMatch(/^Our team or another device of yours changed the captions/)
  })

  test.each([
    ['answer.transcribe', { text: 'Set the blocks.' }, 'You wrote: “Set the blocks.”'],
    ['question.decline', { note: 'Not my event.' }, 'You wrote: “Not my event.”'],
    ['question.decline', { note: '' }, null],
    ['clarification.report', { note: 'Rude.' }, 'You wrote: “Rude.”'],
    ['feedback.send', { content: 'Thank you.' }, 'You wrote: “Thank you.”'],
    ['question.ask', { text: 'Why?' }, null],
  ] as const)('BR-2 a refused %s with %o has its words until they are read', (name, args, why) => {
    const refused = entry(name, 'q-t', { state: 'refused', refusal: { code: 'not-found' }, args })
    expect(outboxItems(facts({ entries: [refused] }))[0]?.why).toBe(why)
    expect(outboxItems(facts({ entries: [{ ...refused, state: 'waiting' }] }))[0]?.why).toBe(null)
  })
})
