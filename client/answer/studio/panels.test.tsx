import 'fake-indexeddb/auto'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { QuestionDocument } from '../../../sync/collections.ts'
import { GIFT_MS } from '../../../sync/limits.ts'
import { newId } from '../../api/new-id.ts'
import { openDevice, type TakeRow } from '../../db/device.ts'
import { ClosedPanel, whyNotSent } from './closed-panel.tsx'
import { KeptActions } from './kept-review.tsx'
import type { DealtWith } from './studio-stage.ts'

async function wordsOf(screen: ReactNode): Promise<string> {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => screen }),
    history: createMemoryHistory({ initialEntries: ['/dashboard'] }),
  })
  await router.load()
  const html = renderToString(<RouterProvider router={router} />).replace(/<!-- -->/g, '')
  return html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
}

const NOW = 1_800_000_000_000
const shot = { device: openDevice(newId()), purpose: 'answer', questionId: 'q', dueAt: null } as const
const take = { id: 't', state: 'kept', durationMs: 34_000, type: 'video/webm' } as TakeRow
const about = { shot, question: null, now: NOW }

describe('a question that can no longer be answered', () => {
  test('D98 gone while it was answered: said as it is, with the take and what can be done with it', async () => {
    const words = await wordsOf(<ClosedPanel {...about} takes={[take]} />)
    expect(words).toContain(
      'This question is no longer yours to answer: its fan has left, or our team is reading it again. Your take is safe on this device.',
    )
    expect(words).toContain('Your recording, 0:34')
    expect(words).toMatch(/Save to files Delete/)
    expect(words).not.toContain('has not reached this device')
    expect(await wordsOf(<ClosedPanel {...about} takes={[]} wasHere />)).toContain(
      'This question is no longer yours to answer: its fan has left, or our team is reading it again.',
    )
  })

  test('one that never was here is not called taken back', async () => {
    const words = await wordsOf(<ClosedPanel {...about} takes={[]} />)
    expect(words).toContain('This question has not reached this device')
    expect(words).not.toContain('no longer yours to answer')
  })

  test('D5 out of time, the take may still be given', async () => {
    const question = {
      id: 'q',
      status: 'athlete rejected',
      reason: 'no-answer',
      dueAt: NOW - 2,
      settledAt: NOW - 1,
      subject: 'My catch',
    } as QuestionDocument
    const words = await wordsOf(<ClosedPanel {...about} question={question} takes={[take]} />)
    expect(words).toMatch(/“My catch” ran out .*Send as a free answer/)
    const open = { ...about, question, onRecord: () => undefined }
    expect(await wordsOf(<ClosedPanel {...open} takes={[]} />)).toMatch(
      /You can answer for free until .*: the fan gets your video.*Record a free answer.*Choose a video/,
    )
    // How long the server takes one, this device's clock may have wrong.
    const long = { ...question, settledAt: NOW - GIFT_MS } as QuestionDocument
    const perhaps = /You can answer for free until .*, which may have passed: the fan.*Record a free answer/
    expect(await wordsOf(<ClosedPanel {...open} question={long} takes={[]} />)).toMatch(perhaps)
    expect(whyNotSent({ question: long, now: NOW, stage: { at: 'closed', takes: [] } })).toMatchObject({
      text: expect.stringMatching(/as a free answer until .*, which may have passed\.$/),
      mayRecord: true,
    })
    // Once the server has said that it takes none any more, none is offered.
    const meant = { questionId: 'q', purpose: 'answer' } as const
    const late = { ...take, ...meant, state: 'refused', refusal: { code: 'too-late' } } as TakeRow
    const told = [{ ...late, dueAt: (question.settledAt ?? 0) + GIFT_MS }]
    expect(await wordsOf(<ClosedPanel {...open} takes={told} />)).not.toContain('free')
    expect(whyNotSent({ question, now: NOW, stage: { at: 'closed', takes: told } })?.mayRecord).toBe(false)
    expect(await wordsOf(<ClosedPanel {...open} takes={[late]} />)).toContain('Send as a free answer')
    // A question that the team turned down gets no free answer.
    const refused = { ...question, status: 'rejected', reason: 'admin-note' } as QuestionDocument
    expect(await wordsOf(<ClosedPanel {...open} question={refused} takes={[]} />)).not.toContain(
      'free answer',
    )
  })
})

test('while it is recorded, the studio hears that a question was closed', () => {
  const facts = {
    question: { subject: 'My catch', status: 'athlete rejected' } as QuestionDocument,
    now: NOW,
  }
  expect(whyNotSent({ ...facts, stage: { at: 'open', kept: null, others: [] } })).toBeNull()
  expect(whyNotSent({ ...facts, stage: { at: 'closed', takes: [] } })?.text).toContain(
    '“My catch” was closed before you answered.',
  )
  expect(whyNotSent({ ...facts, stage: { at: 'missing', takes: [] } })?.text).toContain(
    'This question is no longer yours to answer',
  )
})

test('while it is recorded again, a first recording is called arrived only once it has', () => {
  const question = { subject: 'My catch', status: 'approved' } as QuestionDocument
  const textOf = (more: Partial<DealtWith>) => {
    const stage: DealtWith = {
      ...{ at: 'dealt-with', by: 'answer', take: null, isComing: false, mayReplace: false },
      ...{ isFree: false, mayRecall: false, byOther: false, leftOver: [] },
      ...more,
    }
    return whyNotSent({ question, now: NOW, stage })?.text
  }
  expect(textOf({ take: { ...take, state: 'sent' } })).toContain('has arrived')
  for (const state of ['queued', 'uploading'] as const) {
    const text = textOf({ take: { ...take, state } })
    expect(text).toBe('Your first recording is on its way, and no other can take its place.')
    expect(text).not.toContain('arrived')
  }
  expect(textOf({ by: 'decline' })).toBe('This question was declined in the meantime.')
  expect(textOf({})).toBe('This question was answered in the meantime.')
  expect(textOf({ byOther: true })).toContain('Another video has answered')
  expect(textOf({ mayReplace: true })).toBeUndefined()
})

test('BR-1 a question of a row is declined or skipped with a take kept for it, and one that closed leads on in the row', async () => {
  const ways = { isDisabled: false, onRecord: () => undefined, onTrim: null, onPicked: () => undefined }
  const turn = { asker: 'Kim', onDealtWith: () => undefined, onSkip: () => undefined }
  expect(await wordsOf(<KeptActions shot={shot} turn={turn} {...ways} />)).toMatch(
    /Decline.*Record again.*Skip/,
  )
  const alone = await wordsOf(<KeptActions shot={shot} turn={{ ...turn, onSkip: null }} {...ways} />)
  expect(alone).toContain('Decline')
  expect(alone).not.toContain('Skip')
  // A reply has no Decline, because only a question can be declined.
  expect(await wordsOf(<KeptActions shot={shot} {...ways} />)).not.toContain('Decline')

  const closed = await wordsOf(<ClosedPanel {...about} takes={[take]} onSkip={turn.onSkip} />)
  expect(closed).toMatch(/Next question Back to your dashboard/)
  expect(await wordsOf(<ClosedPanel {...about} takes={[take]} />)).not.toContain('Next question')
})
