import { randomUUID } from 'node:crypto'
import type { AskStatusAnswer, FanQuestion, PrepareAskAnswer, ViewAnswer } from '../../sync/calls.ts'
import type { Outcome, PullAnswer } from '../../sync/protocol.ts'
import type { Context } from '../context.ts'
import type { Browser } from './browser.ts'
import { type Sample, sampleVideo } from './media/sample.ts'
import { openWorld, type Person, type World } from './world.ts'

const CARD = { number: '4242424242424242', exp: '12/34', cvc: '123' }

/** What people do in a world, as the app does it for them. */
export type Actors = {
  world: World
  athlete: Person
  admin: Person
}

type Cast = { username?: string; priceCents?: number; parts?: Partial<Context> }

/** A world of its own, with an athlete and an admin in it; whoever opens it ends the world. */
export async function openCast({
  username = 'rower',
  priceCents = 1_500,
  parts = {},
}: Cast = {}): Promise<Actors> {
  const world = await openWorld({ parts })
  return {
    world,
    athlete: await world.makePerson({ role: 'creator', username, priceCents }),
    admin: await world.makePerson({ role: 'admin' }),
  }
}

/** A whole question to the athlete, with a fresh asker; `more` replaces what a test is about. */
export function askOf({ athlete }: Pick<Actors, 'athlete'>, more: object = {}) {
  const questionId: string = randomUUID()
  return {
    questionId,
    athleteId: athlete.id,
    subject: 'My catch',
    kind: 'text',
    text: 'How do I stop skying at the catch?',
    video: null as object | null,
    asker: {
      firstName: 'Kim',
      lastName: 'Lee',
      birthDate: '1999-05-05',
      countryCode: 'US',
      city: 'Boston',
      email: `k${questionId.slice(0, 8)}@fan.test`,
    },
    amountCents: 1_500,
    ...more,
  }
}

export async function prepare(fan: Browser, ask: object) {
  return fan.post<PrepareAskAnswer>('/api/prepare-ask', { ask, captcha: await fan.captcha() })
}

export async function pay(fan: Browser, clientSecret: string | null, number = CARD.number) {
  return fan.post<{ status: string }>('/dev/stripe/browser/confirm', {
    clientSecret,
    card: { ...CARD, number },
  })
}

export type Asked = { fan: Browser; questionId: string; viewPath: string }

/** A question asked to the end, by a browser of its own. */
export async function asked(actors: Actors, more: object = {}): Promise<Asked> {
  return askToTheEnd(actors, actors.world.browser(), askOf(actors, more))
}

/** The same on video, whose bytes are stored. */
export async function askedOnVideo(actors: Actors): Promise<Asked & { videoId: string }> {
  const fan = actors.world.browser()
  const video = await sampleVideo('question.webm')
  const ask = askOf(actors, { kind: 'video', text: '', video: video.declared })
  await prepare(fan, ask)
  await fan.upload(video, 'question')
  await actors.world.quiesce()
  return { ...(await askToTheEnd(actors, fan, ask)), videoId: video.declared.id }
}

async function askToTheEnd(actors: Actors, fan: Browser, ask: ReturnType<typeof askOf>): Promise<Asked> {
  const prepared = await prepare(fan, ask)
  if (ask.amountCents > 0) await pay(fan, prepared.body.clientSecret)
  const outcome = await fan.push('question.ask', { questionId: ask.questionId })
  if (outcome.state !== 'settled') throw new Error(`asking: ${JSON.stringify({ prepared, outcome })}`)
  await actors.world.quiesce()
  const status = await fan.post<AskStatusAnswer>('/api/ask-status', { questionId: ask.questionId })
  return { fan, questionId: ask.questionId, viewPath: status.body.viewPath ?? '' }
}

export async function signedIn(world: World, person: Person): Promise<Browser> {
  const browser = world.browser()
  await browser.signIn(person)
  return browser
}

/** An admin's decision on the question as it is now. */
export async function screen(actors: Actors, questionId: string, note?: string): Promise<Outcome> {
  const desk = await signedIn(actors.world, actors.admin)
  const seen = await desk.post<{ revision: number }>('/api/desk/question', { id: questionId })
  const decision = { questionId, revision: seen.body.revision }
  const outcome = await (note === undefined
    ? desk.push('question.approve', decision)
    : desk.push('question.reject', { ...decision, note }))
  await actors.world.quiesce()
  return outcome
}

/** What a device gets that has pulled until the checkpoint; everything that is committed now is found. */
export async function pull(
  browser: Browser,
  collection: string,
  checkpoint: PullAnswer['checkpoint'] | null = null,
): Promise<PullAnswer> {
  await browser.settled()
  const request = { protocol: 1, collection, checkpoint, limit: 100 }
  return (await browser.post<PullAnswer>('/sync/pull', request)).body
}

/** Announces an answer; its bytes are the test's to send. */
export async function submit(browser: Browser, questionId: string, video: Sample) {
  const answerId: string = randomUUID()
  const args = { answerId, questionId, video: video.declared, recordedAt: 1 }
  return { answerId, outcome: await browser.push('answer.submit', args) }
}

/** An asked and approved question, answered to the end. */
export async function answered(actors: Actors, more: object = {}) {
  const question = await asked(actors, more)
  await screen(actors, question.questionId)
  const athlete = await signedIn(actors.world, actors.athlete)
  const video = await sampleVideo('answer.mp4')
  const { answerId } = await submit(athlete, question.questionId, video)
  await athlete.upload(video, 'answer')
  await actors.world.quiesce()
  return { ...question, answerId, video, athlete }
}

type Answered = Asked & { athlete: Browser }

/** Something is asked once more about an answer, and replied to by a short video; its id. */
export async function repliedByVideo({ world }: Actors, answer: Answered): Promise<string> {
  const { fan, athlete, questionId, viewPath } = answer
  await fan.post('/api/clarify', { token: viewPath.replace('/view/', ''), text: 'Which hand?' })
  const video = await sampleVideo('answer.webm')
  await athlete.push('clarification.film', { questionId, video: video.declared })
  await athlete.upload(video, 'reply')
  await world.quiesce()
  return video.declared.id
}

export async function view(browser: Browser, path: string): Promise<FanQuestion> {
  return (await browser.post<ViewAnswer>('/api/view', { token: path.replace('/view/', '') })).body.question
}
