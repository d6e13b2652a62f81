import { randomUUID } from 'node:crypto'
import { expect } from 'playwright/test'
import { UNDO_MS } from '../../sync/limits.ts'
import { type Books, openBooks } from '../books.ts'
import { DESKTOP, type Device, PHONE } from '../device.ts'
import { test } from '../fixtures.ts'
import { openPushService } from '../outside/browser-pushes.ts'
import { Desk } from '../pages/desk.ts'
import { Recorder } from '../pages/recorder.ts'
import { expectReadyForOffline, signIn, signInByForm } from '../pages/sign-in.ts'
import { Studio } from '../pages/studio.ts'
import { playVideo } from '../pages/video.ts'
import { ASKER, Wizard } from '../pages/wizard.ts'
import type { Line } from '../proxy.ts'
import type { Server } from '../server.ts'
import { readOutbox, readTakes, type TakeOnDevice } from '../takes.ts'

const SUBJECT = 'Where do I look in the last ten metres?'

/** The people who take part, with their devices, and the server's books. */
type Cast = { server: Server; books: Books; fan: Device; athlete: Device; admin: Device }

/** The state of the job so far. */
type Job = Cast & { asked: TakeOnDevice; questionId: string; viewPath: string }

test('BR-2 BR-4 S1-1.3 the main job: asked on video, approved, answered offline, watched; cut, killed and still exactly once', async ({
  server,
  openDevice,
}) => {
  const books = openBooks(server)
  // A visitor's first visit, and the first visit on an athlete's phone.
  const fan = await openDevice(PHONE, 'nothing')
  const athlete = await openDevice(PHONE, 'nothing')
  const admin = await openDevice(DESKTOP)
  const job = await askOnVideo({ server, books, fan, athlete, admin })
  await screen(job)
  const answer = await answerOffline(job)
  await sendThroughCutAndKill(job, answer)
  await watch(job, answer)
  const reply = await replyByVideo(job)
  await expectExactlyOnce(job, answer, reply)
  await books.close()
})

async function askOnVideo(cast: Cast): Promise<Job> {
  const { server, books, fan } = cast
  const wizard = new Wizard(fan.page)
  await test.step('S1-2.100 S1-4.3 a visitor records a question and tells who asks', async () => {
    await fan.goto('/ask/athlete')
    await wizard.open()
    await wizard.expectOverProfile()
    await wizard.recordQuestion(SUBJECT, 4_000)
    await wizard.next()
    await wizard.tellWhoAsks()
    await wizard.next()
    await wizard.expectStep(3)
    await expect(wizard.dialog.getByText('$50').first()).toBeVisible()
    await wizard.acceptPrice()
  })
  const [asked] = await readTakes(fan.page)
  await test.step('BR-5 D96 offline the card waits, and after a reload everything is still there', async () => {
    await fan.goOffline()
    await wizard.next()
    await wizard.expectStep(4)
    await expect(wizard.dialog.getByText('Paying needs a network', { exact: false })).toBeVisible()
    await expect(wizard.submit).toBeDisabled()
    await wizard.pause()
    await fan.page.reload()
    await wizard.resume()
    await wizard.expectStep(4)
    await expect(wizard.dialog.getByText(SUBJECT)).toBeVisible()
    await expect(wizard.dialog.getByText(ASKER.email)).toBeVisible()
    expect(await readTakes(fan.page)).toEqual([asked])
  })
  await test.step('S1-2.106 S1-4.18 S1-4.25 the upload is cut half way, goes on from there, and only then the card is asked', async () => {
    await fan.goOnline()
    await wizard.enterCard()
    fan.line.rate(250_000)
    const cut = fan.line.cutAfter(asked!.bytes / 2)
    await wizard.submit.click()
    await cut
    expect((await books.questions(SUBJECT)).length).toBe(0)
    await expect(fan.page.getByText('Waiting for network', { exact: false })).toBeVisible()
    fan.line.rate(null)
    await fan.goOnline()
    await expect(wizard.submitted).toBeVisible({ timeout: 60_000 })
    await expect(wizard.dialog).toBeHidden()
    expectResumed(fan.line)
  })
  const viewPath = (await wizard.followLink.getAttribute('href')) ?? ''
  const [question] = await books.questions(SUBJECT)
  await test.step('S1-1.11 the confirmation mail carries the private link; nothing is charged', async () => {
    expect(viewPath).toMatch(/^\/view\/[A-Za-z0-9_-]{43}$/)
    await server.quiesce()
    const mail = (await server.mails()).find(({ recipient }) => recipient.includes(ASKER.email))
    expect(mail?.subject).toBe('Your question to Rosa is in')
    expect(mail?.text).toContain(viewPath)
    expect(await books.questions(SUBJECT)).toHaveLength(1)
    expect((await books.money(question!.id)).charges).toEqual([
      { amountCents: 5_000, capturedCents: 0, isCaptured: false, isRefunded: false },
    ])
  })
  return { ...cast, asked: asked!, questionId: question!.id, viewPath }
}

async function screen({ server, books, athlete, admin, questionId }: Job): Promise<void> {
  const service =
    await test.step('the athlete is signed in on a phone, with the app on it, and wants to be told', async () => {
      await signInByForm(athlete.page, 'athlete', server.password)
      await expect(athlete.page.getByText('Stride pattern between hurdles')).toBeVisible()
      await expectReadyForOffline(athlete.page)
      // Close in an orderly way, as phones do at night, so that the browser writes its cookies to disk.
      await athlete.close()
      await athlete.relaunch()
      await athlete.context.addInitScript(watchIcon)
      const told = await openPushService(athlete.context)
      await athlete.goto('/dashboard')
      await athlete.page.getByRole('button', { name: 'Notify me' }).click()
      await expect(athlete.page.getByText('Notifications are on for this device')).toBeVisible()
      return told
    })
  await test.step('S2-2.117 the admin looks at the video and approves', async () => {
    await signIn(admin.page, 'admin', server)
    const desk = new Desk(admin.page)
    await desk.choose(SUBJECT)
    await playVideo(desk.request)
    await desk.approve()
    await server.advance(UNDO_MS)
    await expect.poll(async () => (await books.questions(SUBJECT))[0]?.status).toBe('approved')
  })
  await test.step('a push tells the athlete, and the icon counts; question and video are on the device', async () => {
    await expect.poll(() => service.delivered.length).toBe(1)
    const push = service.delivered[0]!
    expect(push).toMatchObject({ waiting: 4, url: `/dashboard?question=${questionId}` })
    expect(await books.isReceived(push.id)).toBe(false)
    const worker = athlete.context.serviceWorkers().at(-1)!
    await worker.evaluate(watchIcon)
    await athlete.deliverPush(push)
    const shown = { title: 'A new question is waiting', url: push.url }
    expect(await athlete.notifications()).toMatchObject([{ ...shown, rings: true }])
    expect(await worker.evaluate(countedHere)).toEqual([4])
    await expect.poll(() => books.isReceived(push.id)).toBe(true)
    await athlete.deliverPush(push)
    expect(await athlete.notifications(), 'handed over twice').toMatchObject([{ ...shown, rings: false }])
    await athlete.deliverPush({ ...push, id: randomUUID() })
    expect(await athlete.notifications(), 'another in its place').toMatchObject([{ ...shown, rings: true }])
    const waiting = athlete.page.getByRole('link', { name: SUBJECT })
    await expect(waiting).toBeVisible()
    await expect(waiting.getByText('Video, on this device')).toBeVisible({ timeout: 30_000 })
  })
}

type Counting = { counted?: number[] }

/**
 * Records the numbers that the worker or a page sets on the app's icon, because a browser under test shows no icon.
 */
function watchIcon(): void {
  const counted: number[] = []
  Object.assign(globalThis, { counted })
  Object.defineProperty(navigator, 'setAppBadge', { value: async (count: number) => counted.push(count) })
}

const countedHere = () => (globalThis as Counting).counted ?? []

async function answerOffline({ books, athlete, questionId }: Job): Promise<TakeOnDevice> {
  await test.step('offline by a tap on the notification: the question plays, an answer is recorded and sent', async () => {
    await athlete.goOffline()
    await athlete.tapNotification()
    await expect(athlete.page).toHaveURL(new RegExp(`/dashboard/answer/${questionId}$`))
    await expect(athlete.page.getByRole('heading', { name: SUBJECT })).toBeVisible()
    await playVideo(athlete.page.getByRole('article'))
    const studio = new Studio(athlete.page)
    await studio.record(6_000)
    await studio.send()
    await expect(athlete.page.getByText('Waiting for network')).toBeVisible()
    const onIcon = async () => (await athlete.page.evaluate(countedHere)).at(-1)
    await expect.poll(onIcon, 'what was answered here waits no longer').toBe(3)
  })
  const answer = (await readTakes(athlete.page)).find(({ purpose }) => purpose === 'answer')!
  await test.step('a reload and a killed browser lose nothing', async () => {
    await athlete.page.reload()
    await expect(new Studio(athlete.page).saved).toBeVisible()
    await athlete.kill()
    await athlete.relaunch()
    await athlete.goto('/dashboard?tab=outbox')
    await expect(athlete.page.getByRole('article', { name: SUBJECT })).toBeVisible()
    await expect(athlete.page.getByText(/The last one came (just now|\d+ min ago)/)).toBeVisible()
    expect(await readTakes(athlete.page)).toContainEqual({ ...answer, state: 'queued' })
    expect(await books.answers(questionId)).toEqual([])
  })
  return answer
}

async function sendThroughCutAndKill(
  { books, fan, athlete, questionId, viewPath }: Job,
  answer: TakeOnDevice,
): Promise<void> {
  await test.step('D5 the announcement arrives first: the fan is told while the video is still on its way', async () => {
    athlete.line.rate(150_000)
    const cut = athlete.line.cutAfter(answer.bytes / 2)
    await athlete.goOnline()
    await expect
      .poll(async () => (await books.answers(questionId)).map(({ state }) => state))
      .toEqual(['waiting'])
    await fan.goto(viewPath)
    await expect(fan.page.getByRole('heading', { name: 'Recorded, on its way', level: 1 })).toBeVisible()
    await cut
  })
  await test.step('the upload goes on where it stopped; after its last byte the browser is killed', async () => {
    await athlete.goOnline()
    const state = async () => (await books.video(answer.id)).state
    await expect.poll(state, { timeout: 60_000, intervals: [100] }).not.toBe('expected')
    await athlete.kill()
    expectResumed(athlete.line)
  })
}

async function watch({ server, books, fan, viewPath }: Job, answer: TakeOnDevice): Promise<void> {
  await test.step('S1-4.18 the server completes alone; the fan watches the answer by the private link', async () => {
    const status = async () => {
      await server.quiesce()
      return (await books.questions(SUBJECT))[0]?.status
    }
    await expect.poll(status, { timeout: 30_000 }).toBe('completed')
    await fan.goto(viewPath)
    await expect(fan.page.getByRole('heading', { name: 'Your response has arrived', level: 1 })).toBeVisible()
    const player = fan.page.locator('iframe[title^="The answer"]')
    await expect(player, 'S2-2.69 no page of ours').toHaveAttribute(
      'sandbox',
      'allow-scripts allow-downloads',
    )
    const shown = await playVideo(player.contentFrame())
    const download = player.contentFrame().getByRole('link', { name: 'Download the file' })
    await expect(download, 'it plays, so no word about formats').toBeHidden()
    const video = await books.video(answer.id)
    expect(shown).toMatchObject({ width: video.width, height: video.height })
    expect(Math.abs(shown.seconds * 1_000 - video.durationMs)).toBeLessThan(250)
    await expect(fan.page.getByText('$50 was charged', { exact: false })).toBeVisible()
  })
  await test.step('where the browser cannot play it, the app says so and offers the file', async () => {
    const file = `**/media/${answer.id}?*`
    await fan.page.route(file, (route) => route.fulfill({ contentType: 'video/mp4', body: 'no video' }))
    await fan.page.reload()
    await expect(
      fan.page.getByText('This browser does not play the format of this video.', { exact: false }),
    ).toBeVisible()
    await expect(fan.page.getByRole('link', { name: 'Download the file' })).toHaveAttribute(
      'href',
      new RegExp(`^/media/${answer.id}\\?t=.+&download=1$`),
    )
    await fan.page.unroute(file)
  })
}

async function replyByVideo({ server, books, fan, athlete, questionId }: Job): Promise<TakeOnDevice> {
  const { page } = fan
  await test.step('the fan asks once more about the answer, for nothing, and it reaches the phone', async () => {
    await page.getByLabel('What was unclear?').fill('Which eye leads?')
    await page.getByRole('button', { name: 'Send the follow-up' }).click()
    await expect(page.getByText('Rosa has your follow-up.', { exact: false })).toBeVisible()
    await athlete.relaunch()
    await athlete.goto(`/dashboard/answer/${questionId}?reply=true`)
    await expect(athlete.page.getByText('Which eye leads?')).toBeVisible()
  })
  const reply = await test.step('replied by video without a network, and the browser killed', async () => {
    await athlete.goOffline()
    await athlete.page.getByRole('button', { name: 'Record your reply' }).click()
    await new Recorder(athlete.page).record(1_000)
    await athlete.page.getByRole('button', { name: 'Send reply' }).click()
    await expect(athlete.page.getByText('Waiting for network')).toBeVisible()
    const kept = (await readTakes(athlete.page)).find(({ purpose }) => purpose === 'reply')!
    await athlete.kill()
    return kept
  })
  await test.step('it leaves by itself, and the fan watches it where the answer is', async () => {
    await athlete.relaunch()
    await athlete.goOnline()
    await athlete.goto('/dashboard')
    const state = async () => {
      await server.quiesce()
      // The server does not know the video before the app has announced it.
      return books.video(reply.id).then(
        (video) => video.state,
        async () => `not announced; ${await readOutbox(athlete.page)}`,
      )
    }
    await expect.poll(state, { timeout: 30_000 }).toBe('stored')
    await page.reload()
    await playVideo(page.frameLocator('iframe[title^="The reply"]'))
  })
  return reply
}

async function expectExactlyOnce(
  { books, asked, questionId }: Job,
  answer: TakeOnDevice,
  reply: TakeOnDevice,
): Promise<void> {
  await test.step('exactly once: one capture, a balanced ledger, the bytes that were recorded', async () => {
    expect(await books.questions(SUBJECT)).toHaveLength(1)
    expect(await books.answers(questionId)).toHaveLength(1)
    const money = await books.money(questionId)
    expect(money.holds).toEqual([{ state: 'captured', amountCents: 5_000 }])
    expect(money.charges).toEqual([
      { amountCents: 5_000, capturedCents: 5_000, isCaptured: true, isRefunded: false },
    ])
    expect(money.ledger.athlete_payable).toBe(-4_000)
    expect(Object.values(money.ledger).reduce((sum, cents) => sum + cents, 0)).toBe(0)
    expect(await books.ledgerSum()).toBe(0)
    for (const take of [asked, answer, reply]) {
      const video = await books.video(take.id)
      expect(video.declaredSha256).toBe(take.sha256)
      expect(video.originalSha256).toBe(take.sha256)
      expect(video.state).toBe('stored')
    }
  })
}

/** Checks that a later piece of the same upload started after its first byte. */
function expectResumed({ sent }: Line): void {
  const last = sent.at(-1)
  expect(sent.length).toBeGreaterThan(1)
  expect(last?.offset).toBeGreaterThan(0)
}
