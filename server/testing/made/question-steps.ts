import type { AskStatusAnswer, CheckExistingUserAnswer, PrepareAskAnswer } from '../../../sync/calls.ts'
import { askOf, pay, submit } from '../actors.ts'
import type { Browser } from '../browser.ts'
import { sampleVideo } from '../media/sample.ts'
import { giveVideoPoster } from '../media/video-poster.ts'
import { askerOf } from '../rights/people.ts'
import type { World } from '../world.ts'
import { AMOUNT_CENTS, type Makers, missingThing, type Thing } from './thing.ts'

type Asker = 'guest' | 'fan'

/** The browser of whoever owns. */
export const browserOf = ({ guest, accounts }: Makers, name: Asker) =>
  name === 'guest' ? guest : (accounts.fan as Browser)

let asks = 0

/** A prepared ask whose card was never confirmed. */
export async function prepareAs(makers: Makers, name: Asker, video: object | null = null): Promise<Thing> {
  const { world, people } = makers
  const browser = browserOf(makers, name)
  asks += 1
  const ask = askOf(people, {
    subject: `${name} canary subject ${asks}.`,
    kind: video ? 'video' : 'text',
    text: video ? '' : `${name} canary text ${asks}.`,
    video,
    asker: askerOf(name),
    amountCents: AMOUNT_CENTS,
  })
  const captcha = name === 'guest' ? await browser.captcha() : null
  const prepared = await browser.post<PrepareAskAnswer>('/api/prepare-ask', { ask, captcha })
  if (prepared.status !== 200) throw new Error(`preparing: ${JSON.stringify(prepared)}`)
  const [hold] = await world.database.sql<
    { id: string }[]
  >`select id from hold where ask_id = ${ask.questionId}`
  return {
    ...missingThing(),
    questionId: ask.questionId,
    athleteId: ask.athleteId,
    username: people.athlete.username,
    holdId: hold?.id ?? '',
    clientSecret: prepared.body.clientSecret ?? '',
    email: ask.asker.email,
  }
}

/** A question, paid for and asked. */
export async function askAs(makers: Makers, name: Asker, withVideo = false): Promise<Thing> {
  const { world } = makers
  const browser = browserOf(makers, name)
  const video = withVideo ? await sampleVideo('question.webm') : null
  const thing = await prepareAs(makers, name, video?.declared ?? null)
  if (video) await browser.upload(video, 'question')
  await pay(browser, thing.clientSecret)
  await browser.push('question.ask', { questionId: thing.questionId })
  await world.quiesce()
  const { body } = await browser.post<AskStatusAnswer>('/api/ask-status', { questionId: thing.questionId })
  if (body.state !== 'asked') throw new Error(`asking: ${JSON.stringify(body)}`)
  const token = body.viewPath?.replace('/view/', '') ?? ''
  return {
    ...thing,
    token,
    videoId: video?.declared.id ?? thing.videoId,
    revision: await revisionOf(world, thing),
  }
}

/** Lets a question through. */
export async function approve({ world, accounts }: Makers, thing: Thing): Promise<Thing> {
  const { questionId, revision } = thing
  const outcome = await accounts.admin?.push('question.approve', { questionId, revision })
  if (outcome?.state !== 'settled') throw new Error(`approving: ${JSON.stringify(outcome)}`)
  await world.quiesce()
  return { ...thing, revision: await revisionOf(world, thing) }
}

/** An answer's video, sent but not yet announced. */
export async function take({ world, accounts }: Makers, thing: Thing): Promise<Thing> {
  const video = await sampleVideo('answer.webm')
  await accounts.athlete?.upload(video, 'answer', { questionId: thing.questionId })
  await world.quiesce()
  return { ...thing, videoId: video.declared.id }
}

/** Answers a question to the end. */
export async function deliver({ world, accounts }: Makers, thing: Thing): Promise<Thing> {
  const video = await sampleVideo('answer.webm')
  const athlete = accounts.athlete as Browser
  await submit(athlete, thing.questionId, video)
  await athlete.upload(video, 'answer')
  await world.quiesce()
  await giveVideoPoster(world.context, video.declared.id)
  return { ...thing, videoId: video.declared.id, revision: await revisionOf(world, thing) }
}

async function revisionOf({ database }: World, { questionId }: Thing): Promise<number> {
  const [row] = await database.sql`select revision from question where id = ${questionId}`
  return row?.revision ?? 0
}

/** What the documented way of asking begins with, paid for. */
export async function ticketOf({ people }: Makers, fan: Browser): Promise<Thing> {
  asks += 1
  const { birthDate, countryCode, ...asker } = askerOf('fan')
  const email = `cnr.ticket${asks}@fan.test`
  const call = { ...asker, email, dob: birthDate, country: countryCode, responderUuid: people.athlete.id }
  const ticket = await fan.post<CheckExistingUserAnswer>('/api/check-existing-user', call)
  const wanted = {
    amount: AMOUNT_CENTS,
    currency: 'usd',
    capture_method: 'manual',
    email,
    athlete_id: people.athlete.id,
  }
  const intent = await fan.post<{ clientSecret: string; paymentIntentId: string }>(
    '/api/create-payment-intent',
    wanted,
  )
  await pay(fan, intent.body.clientSecret)
  const { conversationId, requesterUuid } = ticket.body
  return {
    ...missingThing(),
    athleteId: people.athlete.id,
    holdId: intent.body.paymentIntentId,
    clientSecret: intent.body.clientSecret,
    conversationId,
    requesterUuid,
    email,
  }
}
