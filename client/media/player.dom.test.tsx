import { useEffect, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openDevice } from '../db/device.ts'
import { keepSendingChoice } from '../store/sending/network-preference.ts'
import { pass, startTimers, stopTimers } from '../testing/clock.ts'
import { film } from '../testing/film.ts'
import { openScreen, settled, show } from '../testing/open-screen.tsx'
import { sessionOf } from '../testing/people.ts'
import { answer, answerFile, goOffline, refused } from '../testing/server.ts'
import { VideoPlayer } from './player.tsx'

const TICKET = {
  ...{ playerUrl: '/player/film?t=ticket', fileUrl: '/media/film?t=ticket', type: 'video/mp4', bytes: 1_000 },
  ...{ convertedPercent: null, width: 9, height: 16, expiresAt: Date.now() + 600_000 },
}

afterEach(() => {
  startTimers()
  Reflect.deleteProperty(navigator, 'connection')
})

/** Sets what the browser reports of its network. */
function beOn(connection: { saveData?: boolean; effectiveType?: string }): void {
  Object.defineProperty(navigator, 'connection', { configurable: true, value: connection })
}

/** Dispatches a message as if from the player's page. */
function say(title: string, data: { type: 'unplayable' } | { type: 'failed'; at: number }): void {
  const { contentWindow } = page.getByTitle(title).element() as HTMLIFrameElement
  window.dispatchEvent(new MessageEvent('message', { source: contentWindow, data }))
}

const playedFrom = async () => {
  show(<VideoPlayer videoId="film" label="The answer" />)
  await expect.element(page.getByTitle('The answer')).toBeInTheDocument()
  return page.getByTitle('The answer').element().getAttribute('src')
}

test('a video is played small where the network is slow or data is spared, and whole elsewhere', async () => {
  answer('mediaTicket', TICKET)
  beOn({ effectiveType: '4g' })
  expect(await playedFrom()).toBe(TICKET.playerUrl)
  for (const slow of [{ saveData: true }, { effectiveType: '3g' }, { effectiveType: '2g' }]) {
    beOn(slow)
    expect(await playedFrom(), JSON.stringify(slow)).toBe(`${TICKET.playerUrl}&quality=small`)
  }
})

test('T1 a video plays on a device whose clock was set nine hours ahead, as long as its ticket is valid', async () => {
  const answered = answer('mediaTicket', TICKET)
  const now = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => now.call(Date) + 9 * 3_600_000)
  expect(await playedFrom()).toBe(TICKET.playerUrl)
  await settled()
  await expect.element(page.getByTitle('The answer')).toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Open the video again' })).not.toBeInTheDocument()
  // Set back while the page was hidden, it still plays; set ahead, the ticket may be over and is asked for anew.
  const tickets = answered.length
  vi.spyOn(Date, 'now').mockImplementation(now)
  document.dispatchEvent(new Event('visibilitychange'))
  await settled()
  expect(answered.length).toBe(tickets)
  vi.spyOn(Date, 'now').mockImplementation(() => now.call(Date) + 10 * 3_600_000)
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(() => answered.length).toBe(tickets + 1)
  await expect.element(page.getByTitle('The answer')).toBeInTheDocument()
})

test('a video whose ticket is over while it is shown is opened again with a press', async () => {
  answer('mediaTicket', TICKET)
  stopTimers(1_000)
  expect(await playedFrom()).toBe(TICKET.playerUrl)
  pass(579_000)
  await expect.element(page.getByTitle('The answer')).toBeInTheDocument()
  pass(1_000)
  await page.getByRole('button', { name: 'Open the video again' }).click()
  await expect.element(page.getByTitle('The answer')).toBeInTheDocument()
})

test('the choice to save data on this device is kept by the player, too', async () => {
  const session = sessionOf('basic')
  answer('session', session)
  answer('mediaTicket', TICKET)
  beOn({ effectiveType: '4g' })
  await openScreen('/terms')
  expect(await playedFrom()).toBe(TICKET.playerUrl)
  await keepSendingChoice(openDevice(session.person?.id ?? ''), { saveData: true })
  expect(await playedFrom()).toBe(`${TICKET.playerUrl}&quality=small`)
})

test('a player that is open while the server makes its video ready goes on by itself', async () => {
  let percent: number | null = 40
  answer('mediaTicket', () => (percent === null ? TICKET : refused('video-converting', { percent })))
  stopTimers(1_000)
  show(<VideoPlayer videoId="film" label="The question" />)
  await expect
    .element(page.getByText('40 %. It opens here once it is ready.', { exact: false }))
    .toBeVisible()
  const statuses = page.getByRole('status').elements()
  const announced = statuses.map(({ textContent }) => textContent)
  expect(announced).toContain('This video is being made ready for every device')
  expect(announced.join(' ')).not.toContain('%')
  percent = 80
  pass(5_000)
  await expect.element(page.getByText('80 %', { exact: false })).toBeVisible()
  percent = null
  pass(5_000)
  await expect.element(page.getByTitle('The question')).toBeInTheDocument()
})

test('where a browser does not play the file as it is, the player waits for the one that it plays', async () => {
  let convertedPercent: number | null = 10
  answer('mediaTicket', () => ({ ...TICKET, convertedPercent }))
  stopTimers(1_000)
  show(<VideoPlayer videoId="film" label="The question" />)
  await expect.element(page.getByTitle('The question')).toBeInTheDocument()
  say('The question', { type: 'unplayable' })
  await expect
    .element(page.getByText('10 %. It opens here once it is ready.', { exact: false }))
    .toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Download the file as it is' })).toBeVisible()
  convertedPercent = null
  pass(5_000)
  await expect.element(page.getByTitle('The question')).toBeInTheDocument()
})

test('a video that breaks off is opened once more, where it broke off', async () => {
  answer('mediaTicket', TICKET)
  show(<VideoPlayer videoId="film" label="The answer" />)
  const player = page.getByTitle('The answer')
  await expect.element(player).toHaveAttribute('src', TICKET.playerUrl)
  say('The answer', { type: 'failed', at: 12.5 })
  await expect.element(player).toHaveAttribute('src', `${TICKET.playerUrl}#at=12.5`)
  // It played on in between, so the format is not to blame this time either.
  say('The answer', { type: 'failed', at: 40 })
  await expect.element(player).toHaveAttribute('src', `${TICKET.playerUrl}#at=40`)
  const second = player.element()
  say('The answer', { type: 'failed', at: 40 })
  await expect.poll(() => second.isConnected).toBe(false)
  await expect.element(player).toHaveAttribute('src', `${TICKET.playerUrl}#at=40`)
  // The user sought back.
  say('The answer', { type: 'failed', at: 5 })
  await expect.element(player).toHaveAttribute('src', `${TICKET.playerUrl}#at=5`)
})

test('ASVS 3.5.5 the player hears its own frame and no other window', async () => {
  answer('mediaTicket', TICKET)
  show(<VideoPlayer videoId="film" label="The answer" />)
  const player = page.getByTitle('The answer')
  await expect.element(player).toHaveAttribute('src', TICKET.playerUrl)
  const foreign = document.body.appendChild(document.createElement('iframe'))
  for (const source of [foreign.contentWindow, window, null]) {
    window.dispatchEvent(new MessageEvent('message', { source, data: { type: 'unplayable' } }))
    window.dispatchEvent(new MessageEvent('message', { source, data: { type: 'failed', at: 12.5 } }))
  }
  foreign.remove()
  // Its own frame is heard, with what it says and no more.
  say('The answer', { type: 'failed', at: 7 })
  await expect.element(player).toHaveAttribute('src', `${TICKET.playerUrl}#at=7`)
  await expect.element(page.getByRole('link', { name: 'Download' })).not.toBeInTheDocument()
})

test('what breaks off because the network is gone says so, and goes on once it is back', async () => {
  answer('mediaTicket', TICKET)
  show(<VideoPlayer videoId="film" label="The answer" />)
  await expect.element(page.getByTitle('The answer')).toBeInTheDocument()
  goOffline()
  say('The answer', { type: 'failed', at: 3 })
  await expect.element(page.getByText('Offline. The video plays here when you are back.')).toBeVisible()
})

test.each([
  [206, 'This browser does not play the format of this video.'],
  [503, 'The video cannot be opened right now. It is safe; try again in a moment.'],
])(
  'of what breaks off three times at one place the format is to blame where its file can be had: %i',
  async (status, words) => {
    answer('mediaTicket', TICKET)
    answerFile('/media/film', status)
    show(<VideoPlayer videoId="film" label="The answer" />)
    const player = page.getByTitle('The answer')
    await expect.element(player).toHaveAttribute('src', TICKET.playerUrl)
    say('The answer', { type: 'failed', at: 3 })
    await expect.element(player).toHaveAttribute('src', `${TICKET.playerUrl}#at=3`)
    const second = player.element()
    say('The answer', { type: 'failed', at: 3 })
    await expect.poll(() => second.isConnected).toBe(false)
    await expect.element(player).toHaveAttribute('src', `${TICKET.playerUrl}#at=3`)
    say('The answer', { type: 'failed', at: 3 })
    await expect.element(page.getByText(words, { exact: false })).toBeVisible()
    await expect.element(player).not.toBeInTheDocument()
  },
)

const BROKEN = new Blob([new Uint8Array(2_000)], { type: 'video/mp4' })

test('a kept video that this browser does not play is played by the server’s player where there is a network', async () => {
  answer('mediaTicket', TICKET)
  const onKeptUnplayable = vi.fn()
  show(<VideoPlayer videoId="film" label="The answer" kept={BROKEN} onKeptUnplayable={onKeptUnplayable} />)
  await expect.element(page.getByTitle('The answer')).toHaveAttribute('src', TICKET.playerUrl)
  expect(onKeptUnplayable).toHaveBeenCalledOnce()
})

test.each([
  ['without a network', () => goOffline()],
  ['which the server no longer has', () => answer('mediaTicket', refused('not-found', { why: 'gone' }))],
])('a kept video that this browser does not play, %s, is offered as a file', async (_where, prepare) => {
  prepare()
  show(<VideoPlayer videoId="film" label="The answer" kept={BROKEN} />)
  await expect.element(page.getByRole('link', { name: 'Download the file' })).toBeVisible()
  await expect
    .element(page.getByText('This browser does not play the format', { exact: false }))
    .toBeVisible()
})

test('a kept video that plays is played from this device', async () => {
  show(<VideoPlayer videoId="film" label="The answer" kept={await film()} />)
  await expect.element(page.getByLabelText('Speed')).toBeVisible()
  await expect.element(page.getByTitle('The answer')).not.toBeInTheDocument()
})

type Shown = { kept: Blob | null; label: string }
type WatchedProps = { first: Shown; onTeller: (tell: (shown: Shown) => void) => void }

/** A player that is told what to show while it is mounted. */
function Watched({ first, onTeller }: WatchedProps) {
  const [shown, setShown] = useState(first)
  useEffect(() => onTeller(setShown), [onTeller])
  return <VideoPlayer videoId="film" {...shown} />
}

test('another version that comes while a kept video is watched is not shown before the next visit', async () => {
  const [first, second] = [await film(), await film()]
  let tell = (_shown: Shown) => {}
  const onTeller: WatchedProps['onTeller'] = (teller) => {
    tell = teller
  }
  show(<Watched first={{ kept: first, label: 'The first' }} onTeller={onTeller} />)
  const addressOf = (label: string) => page.getByLabelText(label).element().getAttribute('src')
  await expect.poll(() => addressOf('The first')).toMatch(/^blob:/)
  const address = addressOf('The first')
  tell({ kept: second, label: 'The second' })
  await expect.element(page.getByLabelText('The second')).toBeVisible()
  await settled()
  expect(addressOf('The second')).toBe(address)
  // Bytes that were deleted make room for others.
  answer('mediaTicket', TICKET)
  tell({ kept: null, label: 'Online' })
  await expect.element(page.getByTitle('Online')).toBeInTheDocument()
  tell({ kept: second, label: 'The third' })
  await expect.poll(() => addressOf('The third')).toMatch(/^blob:/)
})
