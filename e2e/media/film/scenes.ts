import type { Page } from 'playwright/test'
import type { Device } from '../../device.ts'
import { Desk } from '../../pages/desk.ts'
import { Recorder } from '../../pages/recorder.ts'
import { expectReadyForOffline, signIn } from '../../pages/sign-in.ts'
import { Studio } from '../../pages/studio.ts'
import { Wizard } from '../../pages/wizard.ts'
import type { Server } from '../../server.ts'
import type { Scene, Shot } from './composer.ts'

export type Cast = { server: Server; fan: Device; athlete: Device; admin: Device }

const SUBJECT = 'Racing into a headwind'
const QUESTION = 'I tie up at hurdle six when the wind is against me. Shorter stride, or more push?'
const LETTERS_AT_ONCE = 3
/** How long a screen's fade-in takes. */
const SETTLED_MS = 350

/** Plays the whole job in the running product: asked, approved by the team, answered offline, sent, watched. */
export async function filmJob(cast: Cast): Promise<Scene[]> {
  const asked = await filmAsking(cast)
  await approve(cast)
  const waiting = await filmWaiting(cast.athlete, cast.server)
  const answered = await filmAnswering(cast.athlete)
  const sent = await filmSending(cast)
  return [asked, waiting, answered, sent, await filmWatching(cast)]
}

async function filmAsking({ fan }: Cast): Promise<Scene> {
  const { page } = fan
  const wizard = new Wizard(page)
  const shots: Shot[] = []
  await fan.goto('/ask/athlete')
  await page.getByRole('heading', { level: 1 }).waitFor()
  shots.push(await shoot(page, 1_400))
  await wizard.open()
  await wizard.expectStep(1)
  await wizard.dialog.getByLabel('Subject').fill(SUBJECT)
  for (let letters = 0; letters <= QUESTION.length; letters += LETTERS_AT_ONCE) {
    await wizard.dialog.getByLabel('Your question').fill(QUESTION.slice(0, letters))
    shots.push(await shoot(page, 90))
  }
  await wizard.dialog.getByLabel('Your question').fill(QUESTION)
  shots.push(await shoot(page, 1_000))
  await wizard.next()
  await wizard.tellWhoAsks()
  await wizard.next()
  await wizard.acceptPrice()
  shots.push(await shoot(page, 1_600))
  await wizard.next()
  await wizard.enterCard()
  await wizard.submit.click()
  await wizard.submitted.waitFor({ timeout: 60_000 })
  shots.push(await shoot(page, 1_800))
  return {
    title: 'A fan asks.',
    text: 'One short question, no account. The card is only held until your answer is there.',
    shots,
  }
}

async function approve({ admin, server }: Cast): Promise<void> {
  await signIn(admin.page, 'admin', server)
  const desk = new Desk(admin.page)
  await desk.choose(SUBJECT)
  await desk.approve()
  await server.quiesce()
}

async function filmWaiting(athlete: Device, server: Server): Promise<Scene> {
  const { page } = athlete
  await signIn(page, 'athlete', server)
  await page.getByText(SUBJECT).first().waitFor()
  await expectReadyForOffline(page)
  const notNow = page.getByRole('button', { name: 'Not now' })
  if (await notNow.isVisible()) await notNow.click()
  const shots = [await shoot(page, 2_600)]
  await page.getByText(SUBJECT).first().scrollIntoViewIfNeeded()
  shots.push(await shoot(page, 1_800))
  return {
    title: 'It waits for you.',
    text: 'Our team has read it first. You see who asks, what it pays, and how long you have.',
    shots,
  }
}

async function filmAnswering(athlete: Device): Promise<Scene> {
  const { page } = athlete
  const shots: Shot[] = []
  await athlete.goOffline()
  await page.getByRole('region', { name: 'Waiting for you' }).getByRole('link', { name: SUBJECT }).click()
  await page.getByRole('button', { name: 'Record your answer' }).waitFor()
  shots.push(await shoot(page, 1_800))
  await page.getByRole('button', { name: 'Record your answer' }).click()
  await page.getByRole('button', { name: 'Start recording' }).waitFor()
  shots.push(await shoot(page, 900))
  await new Recorder(page).start()
  for (let second = 0; second < 8; second += 1) {
    await page.waitForTimeout(900)
    shots.push(await shoot(page, 450))
  }
  await page.getByRole('button', { name: 'Stop recording' }).click()
  await page.getByText('Saved on this device', { exact: true }).waitFor({ timeout: 60_000 })
  shots.push(await shoot(page, 1_600))
  await new Studio(page).send()
  shots.push(await shoot(page, 2_000))
  return {
    title: 'You answer, anywhere.',
    text: 'On a plane, in a tunnel, in airplane mode: what you record is safe on your phone at once.',
    shots,
  }
}

async function filmSending({ athlete, server }: Cast): Promise<Scene> {
  const { page } = athlete
  const shots: Shot[] = []
  await athlete.goto('/dashboard?tab=outbox')
  const row = page.getByRole('article', { name: SUBJECT })
  await row.waitFor()
  shots.push(await shoot(page, 1_600))
  athlete.line.rate(90_000)
  await athlete.goOnline()
  await row.getByText(/Uploading/).waitFor({ timeout: 60_000 })
  for (let moment = 0; moment < 6; moment += 1) {
    shots.push(await shoot(page, 350))
    await page.waitForTimeout(700)
  }
  athlete.line.rate(null)
  await row
    .getByText(/Sent|Delivered/)
    .waitFor({ timeout: 60_000 })
    .catch(() => {})
  await server.quiesce()
  await athlete.goto('/dashboard')
  await page.getByText('Total earnings').waitFor()
  await page.waitForTimeout(2_000)
  shots.push(await shoot(page, 2_400))
  return {
    title: 'The app sends it.',
    text: 'Back on the ground it goes out by itself, and goes on where it stopped. 80 % of the price is yours.',
    shots,
  }
}

async function filmWatching({ fan }: Cast): Promise<Scene> {
  const { page } = fan
  await new Wizard(page).followLink.click()
  await page.waitForTimeout(3_000)
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForTimeout(2_000)
  return {
    title: 'The fan gets your answer.',
    text: 'By a private link, yours to give and theirs to keep. That is the whole job.',
    shots: [await shoot(page, 4_000)],
  }
}

async function shoot(page: Page, ms: number): Promise<Shot> {
  await page.waitForTimeout(SETTLED_MS)
  const picture = await page.screenshot({ type: 'jpeg', quality: 88 })
  return { jpeg: picture.toString('base64'), ms }
}
