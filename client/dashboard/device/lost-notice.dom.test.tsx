import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { AnswerDocument, QuestionDocument } from '../../../sync/collections.ts'
import { openDevice } from '../../db/device.ts'
import { NOTHING_LOST } from '../../store/sending/missing-files.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { approvedQuestion, sessionOf } from '../../testing/people.ts'
import { answer, replicate } from '../../testing/server.ts'

const TOLD = 'The fan was told that it is coming'

test('of a recording that the browser cleared it says that the fan was told only where the server was', async () => {
  const session = sessionOf('creator')
  const account = session.person?.id ?? ''
  const untold = { ...approvedQuestion(account), subject: 'Duo' }
  const told = { ...approvedQuestion(account), subject: 'Trio', graceEndsAt: Date.now() + 3_600_000 }
  const late = { ...approvedQuestion(account), subject: 'Quartet', graceEndsAt: Date.now() - 3_600_000 }
  const whole = { ...approvedQuestion(account), subject: 'Quintet', graceEndsAt: Date.now() + 3_600_000 }
  const takeOf = ({ id: questionId }: { id: string }) => ({
    id: crypto.randomUUID(),
    questionId,
    durationMs: 3_000,
  })
  const [lost, announced, tooLate, arrived] = [takeOf(untold), takeOf(told), takeOf(late), takeOf(whole)]
  const coming: AnswerDocument = {
    id: crypto.randomUUID(),
    questionId: told.id,
    conversationId: told.conversationId,
    athleteId: account,
    state: 'waiting',
    videoId: announced.id,
    videoBytes: 1_000,
    videoType: 'video/webm',
    durationMs: 3_000,
    transcript: null,
    submittedAt: Date.now(),
    deliveredAt: null,
    shareCents: 0,
    order: 1,
  }
  answer('session', session)
  answer('mediaTicket', new Response(null, { status: 503 }))
  answer('money', new Response(null, { status: 503 }))
  const comingTo = (
    question: { id: string },
    { id: videoId }: typeof lost,
    state: AnswerDocument['state'],
  ) => ({
    ...coming,
    ...{ id: crypto.randomUUID(), questionId: question.id, videoId, state },
  })
  const answers = [coming, comingTo(late, tooLate, 'waiting'), comingTo(whole, arrived, 'stored')]
  replicate({ questions: [untold, told, late, whole], answers })
  await openDevice(account).settings.put({
    key: 'lost',
    value: { ...NOTHING_LOST, takes: [lost, announced, tooLate, arrived] },
  })
  await openScreen('/dashboard')
  const lines = page.getByRole('region', { name: 'The browser has cleared something' }).getByRole('listitem')
  const [ofTold, ofUntold] = [lines.filter({ hasText: 'Trio' }), lines.filter({ hasText: 'Duo' })]
  await expect.element(ofTold.getByText(TOLD)).toBeVisible()
  await expect.element(ofUntold.getByRole('link', { name: 'Record it again' })).toBeVisible()
  await expect.element(ofUntold.getByText(TOLD)).not.toBeInTheDocument()
  // An announced answer can be recorded again on any device, as long as the server takes one.
  await expect.element(ofTold.getByRole('link', { name: 'Record it again' })).toBeVisible()
  const [ofLate, ofWhole] = [lines.filter({ hasText: 'Quartet' }), lines.filter({ hasText: 'Quintet' })]
  await expect.element(ofLate.getByText('again while there is time', { exact: false })).toBeVisible()
  await expect.element(ofLate.getByRole('link', { name: 'Record it again' })).toBeVisible()
  await expect.element(ofWhole.getByText('our server has it', { exact: false })).toBeVisible()
  expect(ofWhole.element().textContent).not.toContain('before it was sent')
})

test('of a question that is closed or answered by another video no new recording is offered', async () => {
  const session = sessionOf('creator')
  const account = session.person?.id ?? ''
  const over: QuestionDocument = {
    ...approvedQuestion(account),
    ...{ subject: 'Over', status: 'rejected', reason: 'cancelled-by-asker', settledAt: Date.now() },
  }
  const answered = { ...approvedQuestion(account), subject: 'Done', graceEndsAt: Date.now() + 3_600_000 }
  const lost = (questionId: string) => ({ id: crypto.randomUUID(), questionId, durationMs: 3_000 })
  const other = {
    ...{ id: crypto.randomUUID(), questionId: answered.id, conversationId: answered.conversationId },
    ...{ athleteId: account, state: 'stored', videoId: 'other', order: 1 },
  } as AnswerDocument
  answer('session', session)
  answer('mediaTicket', new Response(null, { status: 503 }))
  answer('money', new Response(null, { status: 503 }))
  const givable: QuestionDocument = {
    ...approvedQuestion(account),
    ...{
      subject: 'Gift',
      status: 'athlete rejected',
      reason: 'no-answer',
      settledAt: Date.now() - 3_600_000,
    },
  }
  const given = { ...givable, id: crypto.randomUUID(), subject: 'Given' }
  const lostGift = { ...lost(given.id), id: crypto.randomUUID() }
  const gift = { ...other, id: crypto.randomUUID(), questionId: given.id, state: 'waiting' } as AnswerDocument
  gift.videoId = lostGift.id
  replicate({ questions: [over, answered, givable, given], answers: [other, gift] })
  await openDevice(account).settings.put({
    key: 'lost',
    value: { ...NOTHING_LOST, takes: [lost(over.id), lost(answered.id), lost(givable.id), lostGift] },
  })
  await openScreen('/dashboard')
  const region = page.getByRole('region', { name: 'The browser has cleared something' })
  const line = (subject: string) => region.getByRole('listitem').filter({ hasText: subject })
  await expect.element(line('Over').getByText(/The question can no longer be answered/)).toBeVisible()
  await expect.element(line('Done').getByText(/Another video answered the question/)).toBeVisible()
  await expect.element(line('Gift').getByRole('link', { name: 'Record a free answer' })).toBeVisible()
  await expect.element(line('Given').getByRole('link', { name: 'Record a free answer' })).toBeVisible()
  await expect.element(line('Given').getByText(TOLD)).not.toBeInTheDocument()
  expect(region.getByRole('link').elements().length).toBe(2)
})

test('where its question has not come back to the device a lost recording is named by what it was made for', async () => {
  const session = sessionOf('creator')
  answer('session', session)
  answer('money', new Response(null, { status: 503 }))
  replicate({})
  const lost = { questionId: crypto.randomUUID(), durationMs: 3_000 }
  await openDevice(session.person?.id ?? '').settings.put({
    key: 'lost',
    value: {
      ...NOTHING_LOST,
      takes: [
        { ...lost, id: crypto.randomUUID(), about: 'My start' },
        { ...lost, id: crypto.randomUUID() },
      ],
    },
  })
  await openScreen('/dashboard')
  const lines = page.getByRole('region', { name: 'The browser has cleared something' }).getByRole('listitem')
  await expect.element(lines.first()).toHaveTextContent('“My start”, 0:03, lost before it was sent')
  await expect.element(lines.nth(1)).toHaveTextContent('A recording, 0:03, lost before it was sent')
})
