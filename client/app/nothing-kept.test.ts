import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { unsentLine } from '../account/unsent-line.tsx'
import { rowWords, sentTitle } from '../answer/studio/sent-words.ts'
import { savedWhen } from '../question/asking/saved-when.ts'
import { signInFirst } from '../question/unsent/read-unsent.ts'
import { keptWhere, markKeepsNothing } from '../text/keeps-nothing.ts'
import { refusalText } from '../text/refusals.ts'
import { thisPlace } from '../text/this-place.ts'

const NOW = Date.parse('2026-12-01T12:00:00Z')
const NONE = { answers: 0, replies: 0, questions: 0, changes: 0 }
const waits = { stage: 'saved', percent: 0, line: '', refusal: null, takeId: null, entryId: null } as const

const NoNotice = () => null

const said = () => [
  keptWhere(),
  thisPlace(),
  unsentLine({ ...NONE, answers: 1 }),
  unsentLine({ ...NONE, questions: 2 }),
  savedWhen(NOW - 300_000),
  signInFirst(),
  `2 ${rowWords()}`,
  sentTitle({ by: 'answer', isComing: false, byOther: false }, waits),
  refusalText({ code: 'drafts-enough' }).split(': ').at(-1),
]

beforeAll(() => {
  vi.useFakeTimers({ now: NOW })
})
afterAll(() => {
  vi.useRealTimers()
})

test('where the browser stores things, they are on this device', () => {
  expect(said()).toEqual([
    'on this device',
    'this device',
    "Offline. 1 answer is safe on this device and will send when you're back.",
    "Offline. 2 questions are safe on this device and will send when you're back.",
    'Saved on this device 5 min ago',
    'Your question is saved on this device. Sign in to send it.',
    '2 answers are safe on this device. We send the most urgent ones first.',
    'Saved on this device',
    'this one stays on this device.',
  ])
})

// A page stays as it is marked, so this is the last test of the file.
test('where it stores nothing, they are on this page only, and who is offline is asked to keep it open', () => {
  markKeepsNothing({ Notice: NoNotice, lost: '' })
  expect(said()).toEqual([
    'on this page only',
    'this page',
    'Offline. 1 answer waits on this page only. Keep it open until it is sent.',
    'Offline. 2 questions wait on this page only. Keep it open until they are sent.',
    'Saved 5 min ago, on this page only',
    'Your question is saved on this page only. Sign in to send it.',
    '2 answers wait on this page only. Keep it open: we send the most urgent ones first.',
    'Saved on this page only',
    'this one stays on this page only.',
  ])
})
