import { describe, expect, test } from 'vitest'
import type { Partner, QuestionDocument } from '../../sync/collections.ts'
import { HOUR_MS } from '../../sync/limits.ts'
import type { OutboxRow } from '../db/device.ts'
import { isDealtWith, isOpen, waitingQuestions } from './waiting.ts'

const NOW = 1_800_000_000_000
const NOTHING = { takes: [], entries: [], answers: [] }

function question(id: string, more: Partial<QuestionDocument> = {}): QuestionDocument {
  return {
    id,
    conversationId: `c-${id}`,
    fanId: 'fan',
    athleteId: 'athlete',
    subject: 'My catch',
    kind: 'text',
    text: 'How?',
    videoId: null,
    videoBytes: null,
    videoType: null,
    status: 'approved',
    reason: null,
    submittedAt: NOW - HOUR_MS,
    approvedAt: NOW - HOUR_MS,
    dueAt: NOW + 71 * HOUR_MS,
    graceEndsAt: null,
    settledAt: null,
    amountCents: 1_200,
    hold: 'none',
    adminNote: null,
    athleteNote: null,
    clarification: null,
    revision: 2,
    order: 1,
    ...more,
  }
}

function declining(subject: string, state: OutboxRow['state'], revision: number | null = null) {
  const value = revision === null ? null : { status: 'athlete rejected', revision }
  return { name: 'question.decline', subject, state, args: {}, value } as const
}

const partner = { id: 'fan', firstName: 'Kim', lastName: 'L' } as Partner
const idsOf = (rows: { question: QuestionDocument }[]) => rows.map((row) => row.question.id)

describe('waiting for the athlete', () => {
  test('S1-1.15 every approved question is there, the one due first first, with its asker', () => {
    const questions = [
      question('late', { dueAt: NOW + 60 * HOUR_MS }),
      question('soon', { dueAt: NOW + 2 * HOUR_MS }),
      question('middle', { dueAt: NOW + 30 * HOUR_MS }),
    ]
    const rows = waitingQuestions(questions, [{ id: 'c-soon', partner }], NOTHING)
    expect(idsOf(rows)).toEqual(['soon', 'middle', 'late'])
    expect(rows[0]?.asker?.firstName).toBe('Kim')
    expect(rows[1]?.asker).toBeNull()
  })

  test('S2-4.16 only what is approved and unanswered may be answered', () => {
    expect(isOpen(question('q'), [])).toBe(true)
    for (const status of ['new', 'rejected', 'athlete rejected', 'completed'] as const) {
      expect(isOpen(question('q', { status }), [])).toBe(false)
    }
    expect(isOpen(question('q', { graceEndsAt: NOW + HOUR_MS }), [])).toBe(false)
    expect(isOpen(question('q', { dueAt: null }), [])).toBe(false)
  })

  test('T1 D5 no clock closes a question: that its time is over, the server says, of this very deadline', () => {
    const due = question('q', { dueAt: Date.now() - HOUR_MS })
    expect(isOpen(due, [])).toBe(true)
    expect(idsOf(waitingQuestions([due], [], NOTHING))).toEqual(['q'])
    const { dueAt } = due
    const late = { id: 't', questionId: 'q', purpose: 'answer', state: 'refused', dueAt } as const
    const refused = { ...late, refusal: { code: 'too-late' } } as const
    expect(idsOf(waitingQuestions([due], [], { ...NOTHING, takes: [refused] }))).toEqual([])
    for (const other of [
      { ...refused, questionId: 'other' },
      { ...refused, dueAt: Number(dueAt) - HOUR_MS },
      { ...late, refusal: { code: 'video-unreadable' } } as const,
    ])
      expect(isOpen(due, [other])).toBe(true)
  })

  test('D98 what this device answered or declined offline waits no longer', () => {
    const questions = [question('taken'), question('declined'), question('kept')]
    const rows = waitingQuestions(questions, [], {
      answers: [],
      takes: [
        { id: 't1', questionId: 'taken', purpose: 'answer', state: 'queued' },
        { id: 't2', questionId: 'kept', purpose: 'answer', state: 'kept' },
      ],
      entries: [declining('declined', 'waiting')],
    })
    expect(idsOf(rows)).toEqual(['kept'])
  })

  test('a refused decline or a refused take leaves the question waiting', () => {
    const takes = [{ id: 't', questionId: 'q', purpose: 'answer', state: 'refused' }] as const
    const entries = [declining('q', 'refused')]
    expect(isDealtWith(question('q'), { takes, entries, answers: [] })).toBe(false)
  })

  test('D54 what was declined or withdrawn before the desk opened it again waits; what was sent since does not', () => {
    // The revision decides, and no clock, because this device's clock may be a day ahead.
    const reopened = question('q', { approvedAt: NOW, revision: 4 })
    const declined = (state: OutboxRow['state'], revision: number | null) =>
      isDealtWith(reopened, { takes: [], entries: [declining('q', state, revision)], answers: [] })
    expect(declined('settled', 3)).toBe(false)
    // The pull that brings the decline is still on its way.
    expect(declined('settled', 5)).toBe(true)
    expect(declined('waiting', null)).toBe(true)

    const takes = [{ id: 't', questionId: 'q', purpose: 'answer', state: 'sent' }] as const
    const announced = (answerId: string) =>
      ({
        name: 'answer.submit',
        subject: 'q',
        state: 'settled',
        args: { answerId, video: { id: 't' } },
      }) as unknown as OutboxRow
    const answers = [{ id: 'former', videoId: 't', state: 'withdrawn' }] as const
    const isSent = (entries: OutboxRow[]) => isDealtWith(reopened, { takes, entries, answers })
    expect(isSent([announced('former')])).toBe(false)
    expect(isSent([announced('former'), announced('again')])).toBe(true)
  })

  test('a video that could not be read leaves the question waiting for another one', () => {
    const takes = [{ id: 't', questionId: 'q', purpose: 'answer', state: 'sent' }] as const
    expect(isDealtWith(question('q'), { takes, entries: [], answers: [] })).toBe(true)
    const answers = [{ id: 'a', videoId: 't', state: 'withdrawn' }] as const
    expect(isDealtWith(question('q'), { takes, entries: [], answers })).toBe(false)
  })
})
