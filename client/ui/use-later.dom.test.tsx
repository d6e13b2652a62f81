import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { pass, stopTimers } from '../testing/clock.ts'
import { settled, show } from '../testing/open-screen.tsx'
import { useLater } from './use-later.ts'

let asked = 0
let isThere = false

const Here = () => <p>It is here</p>

async function load() {
  asked += 1
  if (!isThere) throw new TypeError('Failed to fetch')
  return Here
}

function Waiting() {
  const Part = useLater(load)
  return Part ? <Part /> : <p>Not yet</p>
}

beforeEach(async () => {
  asked = 0
  isThere = false
  stopTimers(1)
  show(<Waiting />)
  await settled()
  await expect.element(page.getByText('Not yet')).toBeVisible()
})

test('a part that could not be had is asked for again', async () => {
  isThere = true
  pass(5_000)
  await expect.element(page.getByText('It is here')).toBeVisible()
})

test('once nobody waits for a part, it is asked for no more', async () => {
  show(<p>Somewhere else</p>)
  const before = asked
  pass(20_000)
  await settled()
  expect(asked).toBe(before)
})
