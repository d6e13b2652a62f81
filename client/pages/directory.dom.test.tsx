import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import { directoryFilterOf } from '../../sync/athlete/directory.ts'
import { isInDirectory } from '../../sync/athlete/directory-rule.ts'
import { pass, stopTimers } from '../testing/clock.ts'
import { openScreen } from '../testing/open-screen.tsx'
import { athlete } from '../testing/people.ts'
import { type Asked, answer, goOffline, goOnline, settleEverything } from '../testing/server.ts'

const RUNNER = athlete({ firstName: 'Ines', username: 'ines', tags: ['running', 'ncaa_d1'] })
const PLAYER = athlete({
  firstName: 'Bo',
  username: 'bo',
  sport: 'Basketball',
  tags: ['basketball', 'ncaa_d1'],
})
const OTHERS = Array.from({ length: 12 }, (_, n) =>
  athlete({ firstName: `Mia${n}`, username: `mia${n}`, sport: 'Rowing', tags: ['running'] }),
)

/** Answers with the directory as the server would filter it, by the rule that client and server share. */
function answerDirectory(everybody: PublicAthlete[]): Asked[] {
  // The client fetches a profile as soon as the pointer is over its link.
  answer('athlete', ({ path }) => everybody.find(({ username }) => path.endsWith(`/${username}`))!)
  return answer('athletes', ({ query }) => {
    const filter = directoryFilterOf(Object.fromEntries(query))
    return { athletes: everybody.filter((each) => isInDirectory(each, filter)), after: null, isNear: false }
  })
}

const cards = page.getByRole('article')
const tag = (name: string) => page.getByRole('button', { name, exact: true })
const search = page.getByRole('searchbox')

test('S1-2.62 S1-2.63 S1-2.64 S1-2.65 S1-2.66 S1-4.30 S1-9.14 the directory is narrowed by tags and words, and its address says so', async () => {
  answerDirectory([RUNNER, PLAYER, ...OTHERS])
  const { path } = await openScreen('/ask')
  await expect.element(cards.nth(13)).toBeInTheDocument()
  await expect.element(tag('NCAA Division 1')).not.toBeInTheDocument()
  await tag('More tags').click()
  await tag('NCAA Division 1').click()
  await tag('Running').click()
  await expect.poll(() => cards.elements().length).toBe(1)
  expect(path()).toBe('/ask?tags=running%2Cncaa_d1')

  const again = await openScreen(path())
  await expect.poll(() => cards.elements().length).toBe(1)
  await tag('Remove Running').click()
  await expect.poll(again.path).toBe('/ask?tags=ncaa_d1')
  await expect.poll(() => cards.elements().length).toBe(2)
  again.router.history.back()
  await expect.element(tag('Remove Running')).toBeVisible()
  await tag('Clear Filters').click()
  await expect.element(cards.nth(13)).toBeInTheDocument()
  expect(again.path()).toBe('/ask')
  await search.fill('no such topic')
  await expect.element(page.getByRole('heading', { name: 'No athletes match' })).toBeVisible()
})

test('offline the directory searches whom this device has seen, and says so', async () => {
  const asked = answerDirectory([RUNNER, PLAYER])
  await openScreen('/ask')
  await expect.element(page.getByLabelText('Their handle')).toBeVisible()
  goOffline()
  await search.fill('basket')
  const seen = page.getByText('Showing what this device has seen')
  await expect.element(seen).toBeVisible()
  await expect.poll(() => cards.elements().length).toBe(1)
  await expect.element(cards.getByText('Bo')).toBeVisible()
  const before = asked.length
  goOnline()
  await expect.element(seen).not.toBeInTheDocument()
  expect(asked.length).toBeGreaterThan(before)
})

test('S1-3.4 a tag that the catalogue does not know is grey, with a label before it', async () => {
  answerDirectory([athlete({ tags: ['curling', 'running'] })])
  await openScreen('/ask')
  const marks = cards.getByRole('list').first()
  const unknown = marks.getByText('curling')
  await expect.element(unknown).toBeVisible()
  const label = unknown.element().querySelector('svg use')
  expect(label?.getAttribute('href')).toMatch(/#tag$/)
  const known = marks.getByText('Running').element()
  expect(known.querySelector('svg')).toBeNull()
  const icon = unknown.element().querySelector('svg')!
  // The icon has the muted colour of its text, whereas a known tag has the colour of its kind.
  expect(getComputedStyle(icon).color).toBe(getComputedStyle(unknown.element()).color)
  expect(getComputedStyle(known.querySelector('span')!).backgroundColor).not.toBe(
    getComputedStyle(icon).color,
  )
})

test('S1-2.73 cards of the roster come in as they are scrolled to', async () => {
  answerDirectory(OTHERS)
  await openScreen('/ask')
  const last = cards.last()
  await expect.element(last).toBeInTheDocument()
  const section = () => last.element().closest('section')!
  await expect.poll(() => section().dataset.waiting).toBe('true')
  last.element().scrollIntoView()
  await expect.poll(() => section().dataset.waiting).toBeUndefined()
})

test('S1-2.77 a suggestion is thanked for during three seconds, and the next one may be written meanwhile', async () => {
  answerDirectory([RUNNER])
  settleEverything()
  await openScreen('/ask')
  const handle = page.getByLabelText('Their handle')
  await handle.fill('@first')
  stopTimers(3_000)
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  const thanks = page.getByText("Thanks! We'll reach out to them.")
  await expect.element(thanks).toBeVisible()
  await expect.element(handle).toHaveValue('')
  pass(2_000)
  await handle.fill('@second')
  await expect.element(handle).toHaveValue('@second')
  pass(1_000)
  await expect.element(thanks).not.toBeInTheDocument()
  await expect.element(handle).toHaveValue('@second')
})

test('the roster is sorted and narrowed by price and by how soon an answer comes, and its address says so', async () => {
  const asked = answerDirectory([RUNNER, PLAYER])
  const { path } = await openScreen('/ask')
  await page.getByRole('button', { name: 'Sort and filter' }).click()
  await page.getByLabelText('Sort by').selectOptions('Fastest answers')
  await expect.poll(path).toBe('/ask?sort=speed')
  await page.getByLabelText('Price').selectOptions('$10 or less')
  await expect.poll(path).toBe('/ask?sort=speed&price=under10')
  await expect.poll(() => asked.at(-1)?.query.get('price')).toBe('under10')
  await expect.element(page.getByText('Allow any price and any time.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all athletes' }).click()
  await expect.poll(path).toBe('/ask?sort=speed')
})

test('where nobody matches, those who come close are said to be that, and nothing is advised that was not chosen', async () => {
  answer('athlete', RUNNER)
  answer('athletes', ({ query }) =>
    query.get('q') === 'sprnting'
      ? { athletes: [RUNNER], after: null, isNear: true }
      : { athletes: [], after: null, isNear: false },
  )
  await openScreen('/ask?q=sprnting')
  await expect.element(page.getByText('No athlete matches “sprnting”. These come close.')).toBeVisible()
  await expect.poll(() => cards.elements().length).toBe(1)
  await openScreen('/ask?q=xylophone')
  const advice = page.getByText('Search for a sport, a position or a topic in fewer words.')
  await expect.element(advice).toBeVisible()
})
