import { join, resolve } from 'node:path'
import { expect } from 'playwright/test'
import { UNDO_MS } from '../../sync/limits.ts'
import type { Books } from '../books.ts'
import { ASKER } from '../pages/wizard.ts'
import type { Line } from '../proxy.ts'
import { FREE_ATHLETE } from '../questions.ts'
import type { Server } from '../server.ts'
import { DESK_SIZE, PHONE_SIZE } from './engine.ts'
import type { Visit } from './visit.ts'

const FILMS = join(import.meta.dirname, '../../server/testing/media')
const PATIENCE = { timeout: 120_000, intervals: [100, 250] }

/** One browser that several people share, and the server behind its line. */
export type Walk = { visit: Visit; line: Line; server: Server; books: Books; hasCamera: boolean }

const ADDRESSES = {
  admin: 'admin@infield.test',
  athlete: 'athlete@infield.test',
  fan: 'fan@infield.test',
  free: `${FREE_ATHLETE}@infield.test`,
} as const

export async function signIn({ visit, server }: Walk, role: keyof typeof ADDRESSES): Promise<void> {
  await visit.goto('/signin')
  await visit.fill('Your email address', ADDRESSES[role])
  await visit.fill('Your password', server.password)
  await visit.press({ button: 'Sign in' })
  await visit.isAt(role === 'admin' ? '/admin' : '/dashboard')
  await visit.waitFor({ button: 'Sign out' })
}

export async function signOut({ visit }: Walk): Promise<void> {
  await visit.press({ button: 'Sign out' })
  await visit.waitUntil(() => !document.querySelector('header')?.textContent.includes('Sign out'))
}

type Question = { subject: string; text: string } | { subject: string; film: string }

/**
 * A visitor asks the demo's athlete, by text or by a video file: one of our films, or a path. Returns the path of
 * the private page.
 */
export async function ask({ visit }: Walk, question: Question): Promise<string> {
  await visit.goto('/ask/athlete')
  await visit.press({ button: 'Ask a Question' })
  await visit.waitUntil(() => (document.querySelector('dialog:modal')?.clientHeight ?? 0) > innerHeight / 2)
  await visit.fill('Subject', question.subject)
  if ('text' in question) await visit.fill('Your question', question.text)
  else {
    await visit.giveFile('Video file', resolve(FILMS, question.film))
    await visit.sees('Saved on this device')
  }
  await visit.press({ button: 'Next' })
  await tellWhoAsks(visit)
  await visit.press({ button: 'Next' })
  await visit.press({ field: 'I understand that' })
  await visit.press({ button: 'Next' })
  await visit.fill('Card number', '4242 4242 4242 4242')
  await visit.fill('Expiry date', '12 / 34')
  await visit.fill('Security code', '123')
  await visit.press({ button: '…and submit' })
  await visit.press({ link: 'Follow your question' })
  await visit.isAt('/view/')
  return visit.window.run(() => location.pathname)
}

async function tellWhoAsks(visit: Visit): Promise<void> {
  await visit.fill('First name', ASKER.firstName)
  await visit.fill('Last name', ASKER.lastName)
  await visit.set('Date of birth', ASKER.birthDate)
  await visit.set('Country', ASKER.country)
  await visit.fill('City', ASKER.city)
  await visit.fill('Email', ASKER.email)
}

/** An admin looks at a question at the desk and approves it. */
export async function approve(walk: Walk, subject: string, isFilm: boolean): Promise<void> {
  const { visit, server } = walk
  await visit.window.resize(DESK_SIZE)
  await visit.press({ button: `…: ${subject}` })
  await visit.waitFor({ heading: subject })
  if (isFilm) await play(visit, { video: `The request: ${subject}` })
  await visit.press({ button: 'Approve…a' })
  await visit.waitFor({ button: `Undo: ${subject}` })
  await server.advance(UNDO_MS)
  await expectStatus(walk, subject, 'approved')
  await visit.window.resize(PHONE_SIZE)
}

/** Opens the app offline, checks that it shows what it keeps, and puts an answer into the outbox. */
export async function answerOffline(walk: Walk, subject: string): Promise<void> {
  const { visit, line, books } = walk
  const [question] = await books.questions(subject)
  await visit.sees('Ready for offline')
  await visit.window.goto('about:blank')
  line.cut()
  await visit.goto('/dashboard')
  await visit.press({ path: `/dashboard/answer/${question?.id}` })
  await visit.isAt(`/dashboard/answer/${question?.id}`)
  await visit.waitFor({ heading: subject })
  await (walk.hasCamera ? recordAnswer(visit) : visit.giveFile('Video file', join(FILMS, 'answer.mp4')))
  await visit.press({ button: 'Send answer' })
  await visit.sees('Saved on this device')
  await visit.goto('/dashboard?tab=outbox')
  await visit.sees(subject)
}

async function recordAnswer(visit: Visit): Promise<void> {
  await visit.press({ button: 'Record your answer' })
  await visit.press({ button: 'Start recording' })
  await visit.sees('Recording')
  await visit.waitUntil(() =>
    [...document.querySelectorAll('p.figures')].some((timer) => /0:0[3-9]/.test(timer.textContent)),
  )
  await visit.press({ button: 'Stop recording' })
  await visit.sees('Saved on this device')
}

/** Brings the network back, and checks that the outbox sends the answer by itself. */
export async function deliver(walk: Walk, subject: string): Promise<void> {
  const { visit, line } = walk
  line.restore()
  await expectStatus(walk, subject, 'completed')
  await visit.sees('Delivered')
}

/** The fan watches, tips and rates. */
export async function enjoy({ visit }: Walk, path: string): Promise<void> {
  await visit.goto(path)
  await play(visit, { frame: 'The answer' })
  await visit.press({ text: '$10' })
  await visit.press({ button: 'Confirm' })
  await visit.press({ text: 'Fill it in' })
  await visit.press({ button: 'Pay $10' })
  await visit.sees('A tip of $10 was charged')
  await visit.press({ field: '4 stars' })
  await visit.press({ button: 'Send feedback' })
  await visit.sees('Your rating')
}

/**
 * Clicks the middle of a video, in the page or in its sandboxed frame, as people do, and checks that it plays and
 * shows pictures.
 */
export async function play(visit: Visit, video: { frame: string } | { video: string }): Promise<void> {
  const frame = 'frame' in video ? `iframe[title^="${video.frame}"]` : undefined
  const seen = () => visit.window.run(lookAtVideo, undefined, frame).catch(() => null)
  await expect.poll(async () => (await seen())?.state ?? 0, PATIENCE).toBeGreaterThan(0)
  await visit.press(video)
  await expect
    .poll(async () => (await seen())?.at ?? 0, { message: 'plays', ...PATIENCE })
    .toBeGreaterThan(0.4)
  // A busy machine decodes slowly, reports late, and shows few pictures of a film of one second; playing it again
  // shows more.
  const pictures = async () => {
    const now = await seen()
    const shown = now && now.width > 0 ? now.pictures : 0
    if (!now?.hasEnded || shown > 2) return shown
    await visit.press(video)
    await expect
      .poll(async () => (await seen())?.hasEnded, { message: 'plays again', ...PATIENCE })
      .toBe(false)
    return shown
  }
  await expect
    .poll(pictures, { message: 'pictures that have a width and were decoded', ...PATIENCE })
    .toBeGreaterThan(2)
}

/** Plays an answer to its end, and checks that it shows pictures and, as far as the engine reports it, has sound. */
export async function playToEnd(visit: Visit, isSilent: boolean): Promise<void> {
  await play(visit, { frame: 'The answer' })
  const seen = () => visit.window.run(lookAtVideo, undefined, 'iframe[title^="The answer"]')
  await expect.poll(async () => (await seen())?.hasEnded, { message: 'ends', ...PATIENCE }).toBe(true)
  if (!isSilent) expect((await seen())?.isHeard, 'its sound is decoded').toBe(true)
}

/** Runs in the page: returns the state of its only video. */
function lookAtVideo() {
  const video = document.querySelector('video')
  if (!video) return null
  const { currentTime: at, readyState: state, videoWidth: width, ended: hasEnded } = video
  // Each engine reports sound by a property of its own: Chromium the decoded bytes, the other two the audio track.
  const sound = video as {
    webkitAudioDecodedByteCount?: number
    mozHasAudio?: boolean
    audioTracks?: unknown[]
  }
  const isHeard =
    sound.mozHasAudio ??
    ((sound.webkitAudioDecodedByteCount ?? 0) > 0 || (sound.audioTracks?.length ?? 0) > 0)
  const pictures = video.getVideoPlaybackQuality().totalVideoFrames
  return { at, state, width, hasEnded, isHeard, pictures }
}

export async function expectStatus({ server, books }: Walk, subject: string, wanted: string): Promise<void> {
  const status = async () => {
    await server.quiesce()
    return (await books.questions(subject))[0]?.status
  }
  await expect.poll(status, PATIENCE).toBe(wanted)
}
