import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { CallResult } from '../api/call.ts'
import { settled, show } from '../testing/open-screen.tsx'
import { useLook } from './use-look.ts'

type Result = CallResult<string>
type Held = { seen: string; reload(): Promise<void>; extend(): Promise<void>; turnTo(of: string): void }

const found = (value: string): Result => ({ ok: true, value })
const unreached: Result = {
  ok: false,
  offline: true,
  reason: 'network',
  status: null,
  retryAfterMs: null,
}

function Looked({ question, hold }: { question: () => Promise<Result>; hold: (held: Held) => void }) {
  const [of, turnTo] = useState('one')
  const { seen, trouble, reload, extend } = useLook<string>({
    of,
    begin: (before) => `${of}, after ${before}`,
    look: question,
  })
  hold({ seen, reload, extend: () => extend(question), turnTo })
  return <p>{[seen, trouble].filter(Boolean).join(': ')}</p>
}

/** Something that is looked at, with the answers to its looks in the hands of the test. */
function opened() {
  const asked: ((result: Result) => void)[] = []
  const question = () => new Promise<Result>((resolve) => void asked.push(resolve))
  let now: Held | undefined
  const shown: string[] = []
  const hold = (held: Held) => {
    now = held
    shown.push(held.seen)
  }
  show(<Looked question={question} hold={hold} />)
  const hands = () => {
    if (!now) throw new Error('nothing is shown')
    return now
  }
  /** What answers the last look so far. */
  const last = () => {
    const answer = asked.at(-1)
    if (!answer) throw new Error('nothing was looked at')
    return answer
  }
  return { hands, last, shown }
}

const says = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible()

test('of two looks the later one counts, and what it saw stays when the next one fails', async () => {
  const { hands, last } = opened()
  await says('one, after null')
  const earlier = last()
  void hands().reload()
  last()(found('later'))
  await says('later')
  earlier(found('earlier'))
  await settled()
  await says('later')
  void hands().reload()
  last()(unreached)
  await says('later: The server was not reached. Nothing was changed.')
})

test('what is added to one is not added to another that is looked at meanwhile', async () => {
  const { hands, last, shown } = opened()
  last()(found('one'))
  await says('one')
  const added = hands().extend()
  const addTo = last()
  hands().turnTo('two')
  await says('two, after one')
  await settled()
  addTo(found('more of one'))
  await added
  await settled()
  last()(found('two'))
  await says('two')
  expect(shown.filter((seen) => seen.includes('more of one'))).toEqual([])
})
