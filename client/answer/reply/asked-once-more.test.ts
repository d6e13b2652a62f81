import { expect, test } from 'vitest'
import type { Clarification } from '../../../sync/answer/clarification.ts'
import type { QuestionDocument } from '../../../sync/collections.ts'
import type { OutboxRow, TakeRow } from '../../db/device.ts'
import { askedOnceMore } from './asked-once-more.ts'

const asked = (id: string, askedAt: number, more: Partial<Clarification> = {}) =>
  ({
    id,
    conversationId: 'c',
    clarification: {
      ...{ text: 'Which hand?', askedAt, reply: null, video: null, repliedAt: null, reportedAt: null },
      ...more,
    },
  }) as QuestionDocument
const partner = { firstName: 'Kim' }
const idsOf = (questions: QuestionDocument[], takes: Partial<TakeRow>[] = [], entries: object[] = []) =>
  askedOnceMore(questions, [{ id: 'c', partner } as never], {
    takes: takes as TakeRow[],
    entries: entries as OutboxRow[],
  }).map(({ question }) => question.id)

test('what was asked once more waits for its athlete until there is a reply, or one is on its way', () => {
  const questions = [
    asked('later', 2),
    asked('first', 1),
    { id: 'plain', clarification: null } as QuestionDocument,
  ]
  expect(idsOf(questions)).toEqual(['first', 'later'])
  expect(idsOf([asked('q', 1, { repliedAt: 2 })])).toEqual([])
  expect(idsOf([asked('q', 1, { reportedAt: 2 })])).toEqual([])
  expect(idsOf([asked('q', 1, { video: { id: 'v', state: 'waiting' } })])).toEqual([])
  const written = { name: 'clarification.reply', subject: 'q', state: 'waiting', args: {} }
  expect(idsOf([asked('q', 1)], [], [written])).toEqual([])
  expect(
    idsOf([asked('q', 1)], [], [{ ...written, state: 'refused', refusal: { code: 'bad-shape' } }]),
  ).toEqual(['q'])
  const film = { id: 'v', purpose: 'reply', questionId: 'q' } as const
  expect(idsOf([asked('q', 1)], [{ ...film, state: 'queued' }])).toEqual([])
  expect(idsOf([asked('q', 1)], [{ ...film, state: 'kept' }])).toEqual(['q'])
})
