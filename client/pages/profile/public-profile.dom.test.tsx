import { expect, test, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import type { PublicAthlete } from '../../../sync/athlete/athlete.ts'
import { pass, stopTimers } from '../../testing/clock.ts'
import { openScreen, settled } from '../../testing/open-screen.tsx'
import { athlete, sessionOf } from '../../testing/people.ts'
import { answer, refused } from '../../testing/server.ts'

const PICTURE = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const VIDEOS = ['6718335390845095171', '6718335390845095172', '6718335390845095173']
const NORA = athlete({
  coverUrls: ['a', 'b', 'c'].map((name) => `${PICTURE}#${name}`),
  tiktok: 'noraquist',
  tiktokEmbeds: VIDEOS.map((id) => `https://www.tiktok.com/@noraquist/video/${id}`),
})
const TEO = athlete({
  username: 'teoadeyemi',
  firstName: 'Teo',
  lastName: 'Adeyemi',
  promo: true,
  priceCents: 0,
})

function answerProfiles(...known: PublicAthlete[]) {
  return answer(
    'athlete',
    ({ path }) => known.find(({ username }) => path.endsWith(`/${username}`)) ?? refused('not-found'),
  )
}

test('a reload inside the wizard leaves no entries behind for Back to lead through', async () => {
  const looked = answerProfiles(NORA)
  const { router, path } = await openScreen('/terms')
  router.history.push('/ask/noraquist', { ask: { wizard: 'gone', step: 0 } })
  await expect.poll(() => looked.length).toBe(1)
  await expect.poll(path).toBe('/terms')
})

test('a profile is not asked for again while somebody writes a question on it', async () => {
  const looked = answerProfiles(NORA)
  const { router } = await openScreen('/ask/noraquist')
  await expect.poll(() => looked.length).toBe(1)
  const opened = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => opened + 3_600_000)
  router.history.push('/ask/noraquist', { confirmsRequest: true }, { ignoreBlocker: true })
  await settled()
  expect(looked).toHaveLength(1)
  router.history.push('/ask/noraquist')
  await expect.poll(() => looked.length).toBe(2)
})

test('whoever looks at a profile is told of once, and an athlete who looks at their own is not', async () => {
  const own = sessionOf('creator')
  const self = athlete({ id: own.person?.id ?? '', username: 'self' })
  const other = athlete({ id: crypto.randomUUID(), username: 'other' })
  answerProfiles(self, other)
  const told = answer('profileView', {})
  answer('myQuestions', { questions: [], now: 0 })
  answer('session', own)
  await openScreen('/ask/self')
  await openScreen('/ask/other')
  await expect.poll(() => told.map(({ body }) => body)).toEqual([{ athleteId: other.id }])
  await openScreen('/ask/self')
  await openScreen('/ask/other')
  await settled()
  expect(told).toHaveLength(1)
})

test('S1-2.79 S1-9.8 the cover turns every five seconds, until it is paused', async () => {
  answerProfiles(NORA)
  stopTimers()
  await page.viewport(1_440, 900)
  await openScreen('/ask/noraquist')
  const covers = page.getByRole('group', { name: 'Cover pictures' })
  const now = (place: number) => covers.getByRole('button', { name: `Next picture, now ${place} of 3` })
  await expect.element(now(1)).toBeVisible()
  pass(4_999)
  await expect.element(now(1)).toBeVisible()
  pass(1)
  await expect.element(now(2)).toBeVisible()
  pass(10_000)
  await expect.element(now(1)).toBeVisible()
  await covers.getByRole('button', { name: 'Pause the cover pictures' }).click()
  pass(20_000)
  await expect.element(now(1)).toBeVisible()
  await now(1).click()
  await expect.element(now(2)).toBeVisible()
})

test('S1-2.90 S1-7.13 D109 nothing comes from TikTok before a press, and then its player alone', async () => {
  answerProfiles(NORA)
  await commands.answerTikTok()
  await openScreen('/ask/noraquist')
  const advice = page.getByRole('button', { name: /^Play Advice \d by Nora Quist, from TikTok$/ })
  await expect.poll(() => advice.elements().length).toBe(3)
  advice.nth(2).element().scrollIntoView()
  await expect.element(advice.nth(2)).toBeInViewport()
  await advice.nth(1).hover()
  await settled()
  expect(await commands.askedOfTikTok()).toEqual([])
  await advice.nth(2).click()
  await expect.element(page.getByTitle('Advice 3 by Nora Quist, on TikTok')).toBeVisible()
  await expect
    .poll(() => commands.askedOfTikTok())
    .toEqual([`document https://www.tiktok.com/player/v1/${VIDEOS[2]}`])
  await expect.poll(() => advice.elements().length).toBe(2)
})

test('S1-2.97 S1-2.98 S1-2.99 S1-9.17 D88 the Free First Question popup comes until it is closed once, and not for others', async () => {
  answerProfiles(NORA, TEO)
  const popup = page.getByRole('dialog', { name: 'Free First Question' })
  await openScreen('/ask/teoadeyemi')
  const offer =
    'Ask a personalized question and get a 40-second video answer within 3 days. No signup required.'
  await expect.element(popup.getByText(offer, { exact: true })).toBeVisible()
  await openScreen('/ask/teoadeyemi')
  await expect.element(popup).toBeVisible()
  await popup.getByRole('button', { name: 'Ask for free' }).click()
  await expect.element(popup).not.toBeInTheDocument()
  await expect.element(page.getByRole('dialog', { name: /^Ask / })).toBeVisible()
  for (const path of ['/ask/noraquist', '/ask/teoadeyemi']) {
    await openScreen(path)
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Ask a Question' }).first()).toBeInTheDocument()
    await settled()
    expect(popup.elements()).toEqual([])
  }
})

test('in a window that is zoomed to 300 % the Free First Question stands below the profile and not over it', async () => {
  answerProfiles(TEO)
  await page.viewport(455, 208)
  await openScreen('/ask/teoadeyemi')
  const popup = page.getByRole('dialog', { name: 'Free First Question' })
  await expect.element(popup).toBeInTheDocument()
  await expect.element(popup).not.toBeInViewport()
  const close = popup.getByRole('button', { name: 'Close' })
  close.element().scrollIntoView({ block: 'center' })
  await expect.element(close).toBeInViewport({ ratio: 1 })
})

test('S1-2.96 S1-8.3 nobody’s page says so, and leads to the roster', async () => {
  answerProfiles()
  answer('athletes', { athletes: [NORA], after: null, isNear: false })
  const { path } = await openScreen('/ask/nobodyatall')
  const sorry = "Sorry, we can't seem to find that athlete in our network."
  await expect.element(page.getByRole('heading', { name: sorry })).toBeVisible()
  await page.getByRole('link', { name: 'Browse the roster' }).click()
  await expect.element(page.getByRole('article')).toBeVisible()
  expect(path()).toBe('/ask')
})

test('S1-5.13 S1-9.5 the counter of a question counts each character as it is typed, an emoji as one', async () => {
  answerProfiles(NORA)
  await openScreen('/ask/noraquist')
  await page.getByRole('button', { name: 'Ask a Question' }).first().click()
  const wizard = page.getByRole('dialog', { name: /^Ask / })
  const words = wizard.getByLabelText('Your question')
  await expect.element(wizard.getByText('0 / 500')).toBeVisible()
  await words.fill('Hip 🏃?')
  await expect.element(wizard.getByText('6 / 500')).toBeVisible()
  await words.fill('x'.repeat(503))
  await expect.element(wizard.getByText('503 / 500')).toBeVisible()
  await expect.element(words).toHaveAttribute('aria-invalid', 'true')
  await expect.element(words).toHaveValue('x'.repeat(503))
})
