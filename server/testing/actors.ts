import { randomUUID } from 'node:crypto'
import type { AskStatusAnswer, FanQuestion, PrepareAskAnswer, ViewAnswer } from '../../sync/calls.ts'
import type { Outcome, PullAnswer } from '../../sync/protocol.ts'
import type { Context } from '../context.ts'
import type { Browser } from './browser.ts'
import { type Sample, sampleVideo } from './media/sample.ts'
import { openWorld, type Person, type World } from './world.ts'

const CARD = { number: '4242424242424242', exp: '12/34', cvc: '123' }

/** A test world with one athlete and one admin, in which the functions below act through the app's calls. */
export type Actors = {
  world: World
  athlete: Person
  admin: Person
}

type Cast = { username?: string; priceCents?: number; parts?: Partial<Context> }

/** Opens a world with an athlete and an admin in it. The caller must end the world. */
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

/** Returns a complete question to the athlete from a new asker. `more` replaces the fields that a test is about. */
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

/** Asks a question, and pays for it if it has a price, in a new browser unless one is given. */
export async function asked(
  actors: Actors,
  more: object = {},
  fan: Browser = actors.world.browser(),
): Promise<Asked> {
  return askToTheEnd(actors, fan, askOf(actors, more))
}

/** Asks a question by video, and uploads the video. */
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

/** Approves a question at its current revision as an admin, or rejects it if there is a note. */
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

/** Pulls the documents that follow a checkpoint. It waits first until a pull finds everything committed so far. */
export async function pull(
  browser: Browser,
  collection: string,
  checkpoint: PullAnswer['checkpoint'] | null = null,
): Promise<PullAnswer> {
  await browser.settled()
  const request = { protocol: 1, collection, checkpoint, limit: 100 }
  return (await browser.post<PullAnswer>('/sync/pull', request)).body
}

/** Announces an answer with a video. The test itself sends the video's bytes. */
export async function submit(browser: Browser, questionId: string, video: Sample) {
  const answerId: string = randomUUID()
  const args = { answerId, questionId, video: video.declared, recordedAt: 1 }
  return { answerId, outcome: await browser.push('answer.submit', args) }
}

/** Asks a question, approves it, answers it and uploads the answer's video. */
export async function answered(actors: Actors, more: object = {}, fan?: Browser) {
  const question = await asked(actors, more, fan)
  await screen(actors, question.questionId)
  const athlete = await signedIn(actors.world, actors.athlete)
  const video = await sampleVideo('answer.mp4')
  const { answerId } = await submit(athlete, question.questionId, video)
  await athlete.upload(video, 'answer')
  await actors.world.quiesce()
  return { ...question, answerId, video, athlete }
}

type Answered = Asked & { athlete: Browser }

/** Asks the athlete to clarify an answer, replies with a short video and returns the video's id. */
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
