import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Block, BlocksAnswer } from '../../sync/desk/athletes.ts'
import { DESK_CALLS } from '../../sync/desk/desk-paths.ts'
import { settled } from '../testing/open-screen.tsx'
import { answer } from '../testing/server.ts'
import { showAtDesk } from '../testing/show-at-desk.tsx'
import { Rows } from './panes.tsx'
import { type Pages, usePages } from './use-pages.ts'

let pages: Pages<BlocksAnswer, Block>
let turnTo: (of: string) => void

function List() {
  const [of, setOf] = useState('one')
  turnTo = setOf
  pages = usePages<BlocksAnswer, Block>({
    path: DESK_CALLS.deskBlocks,
    request: { of },
    rowsOf: ({ blocks }) => blocks,
    cursorOf: ({ id }) => id,
  })
  return (
    <Rows pages={pages} none={{ title: 'None', text: 'There is none.' }}>
      <p>{pages.rows.map(({ email }) => email).join(' ')}</p>
    </Rows>
  )
}

/** One request that the list sent, with functions that answer it in the order that the test chooses. */
type Asked = { of: string; after: string | null; found(names: string, more?: boolean): void; failed(): void }
let asked: Asked[] = []

beforeEach(() => {
  asked = []
  answer('deskBlocks', ({ body }) => {
    const given = Promise.withResolvers<BlocksAnswer | Response>()
    const found = (names: string, more = false) => {
      const blocks = names.split(' ').map((email) => ({ id: email, email, reason: '', by: 'Bo', at: 1 }))
      given.resolve({ blocks, more } as BlocksAnswer)
    }
    const failed = () => given.resolve(new Response('', { status: 500 }))
    asked.push({ ...(body as { of: string; after: string | null }), found, failed })
    return given.promise
  })
  showAtDesk(<List />)
})

const says = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible()
const look = async (number: number): Promise<Asked> => {
  await expect.poll(() => asked.length).toBe(number)
  return asked[number - 1] as Asked
}

test('of two looks the later one counts, and what it saw stays when the next one fails', async () => {
  ;(await look(1)).found('a')
  await says('a')
  pages.reload()
  const earlier = await look(2)
  pages.reload()
  ;(await look(3)).found('later')
  await says('later')
  earlier.found('earlier')
  await settled()
  await says('later')
  pages.reload()
  ;(await look(4)).failed()
  await says('The server is in trouble. Nothing was changed.')
  await says('later')
})

test('what is listed of one is not shown under the name of another, nor what is added to it meanwhile', async () => {
  ;(await look(1)).found('a', true)
  await says('a')
  void pages.loadMore()
  const more = await look(2)
  expect(more.after).toBe('a')
  turnTo('two')
  const other = await look(3)
  expect(other).toMatchObject({ of: 'two', after: null })
  expect(pages.rows).toEqual([])
  more.found('b')
  await settled()
  expect(pages.rows).toEqual([])
  other.found('c')
  await says('c')
})

test('"Show more" and a change that is heard of meanwhile break neither off', async () => {
  ;(await look(1)).found('a', true)
  await says('a')
  void pages.loadMore()
  const more = await look(2)
  pages.reload()
  await settled()
  more.found('b')
  await says('a b')
  ;(await look(3)).found('A', true)
  const second = await look(4)
  expect(second.after).toBe('A')
  second.found('B')
  await says('A B')
})

test('what is heard of while the first look is under way is looked for', async () => {
  const first = await look(1)
  pages.reload()
  const second = await look(2)
  first.found('before')
  await settled()
  second.found('after')
  await says('after')
})
