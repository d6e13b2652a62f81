import { randomUUID } from 'node:crypto'
import type { AskStatusAnswer, CheckExistingUserAnswer, PrepareAskAnswer } from '../../../sync/calls.ts'
import { askOf, pay, submit } from '../actors.ts'
import type { Browser } from '../browser.ts'
import { askPicture, bringPicture } from '../media/asked-picture.ts'
import { orderedPayout } from '../payouts/ordered-payout.ts'
import type { ThingName } from '../rights.ts'
import { sampleVideo } from '../sample.ts'
import type { World } from '../world.ts'
import { askerOf, type People } from './people.ts'
import { creationHeaders } from './wire.ts'

/** A price nothing else costs, so that it can be recognised wherever it turns up. */
export const AMOUNT_CENTS = 1_537

/** Whatever a request may name of a thing. */
export type Thing = ReturnType<typeof missingThing>

/** A thing that is not there: well-formed names of nothing. */
export function missingThing() {
  return {
    questionId: randomUUID() as string,
    athleteId: randomUUID() as string,
    username: 'nobodyatall',
    holdId: randomUUID() as string,
    clientSecret: `pi_${'0'.repeat(24)}_secret_${'0'.repeat(24)}`,
    videoId: randomUUID() as string,
    uploadId: randomUUID() as string,
    draftId: randomUUID() as string,
    token: 'A'.repeat(43),
    revision: 1,
    conversationId: 'A'.repeat(43),
    requesterUuid: 'A'.repeat(43),
    email: 'nobody@fan.test',
    requestId: randomUUID() as string,
    pictureId: randomUUID() as string,
    tipId: randomUUID() as string,
    payoutId: randomUUID() as string,
  }
}

/** A thing whose names are no names. */
export function malformedThing(): Thing {
  const missing = missingThing()
  const entries = Object.entries(missing).map(([key, value]) => [key, typeof value === 'string' ? 'Ä /' : -1])
  return Object.fromEntries(entries) as Thing
}

type Makers = { world: World; people: People; guest: Browser; accounts: Record<string, Browser> }

/** Makes things as the app's users would. */
export function thingMaker(makers: Makers): (of: ThingName) => Promise<Thing> {
  const { people, world } = makers
  const fan = browserOf(makers, 'fan')
  const blank = () => ({ ...missingThing(), athleteId: people.athlete.id, username: people.athlete.username })
  let answered: Thing | null = null
  const make: Record<ThingName, () => Promise<Thing>> = {
    nothing: async () => missingThing(),
    'a new ask': async () => blank(),
    'a new upload': async () => blank(),
    'a new draft': async () => blank(),
    'the athlete': async () => blank(),
    'a paused athlete': async () => ({
      ...blank(),
      athleteId: people.paused.id,
      username: people.paused.username,
    }),
    'an unlisted athlete': async () => ({
      ...blank(),
      athleteId: people.unlisted.id,
      username: people.unlisted.username,
    }),
    'a person who is no athlete': async () => ({
      ...blank(),
      athleteId: people.fan2.id,
      username: people.fan2.username,
    }),
    'ask of guest': () => prepareAs(makers, 'guest'),
    'ask of fan': () => prepareAs(makers, 'fan'),
    'ticket of fan': () => ticketOf(makers, fan),
    'upload of fan': () => beginUpload(blank(), fan),
    'draft of fan': () => saveDraft(blank(), fan),
    'a picture asked of the athlete': async () => ({ ...blank(), ...(await askPicture(makers)) }),
    'a picture of the athlete': async () => ({ ...blank(), ...(await bringPicture(makers)) }),
    'new of guest': () => askAs(makers, 'guest'),
    'new of fan': () => askAs(makers, 'fan'),
    'new video of fan': () => askAs(makers, 'fan', true),
    'approved of fan': async () => approve(makers, await askAs(makers, 'fan', true)),
    'take of athlete': async () => take(makers, await approve(makers, await askAs(makers, 'fan'))),
    'delivered of guest': async () => deliver(makers, await approve(makers, await askAs(makers, 'guest'))),
    'delivered of fan': async () => deliver(makers, await approve(makers, await askAs(makers, 'fan', true))),
    'asked once more of fan': async () => {
      answered ??= await make['delivered of fan']()
      return askOnceMore(fan, answered)
    },
    'a payout by hand': async () => orderedPayout(blank(), world),
    'tip of fan': async () => {
      answered ??= await make['delivered of fan']()
      return openTip(fan, { ...answered, tipId: blank().tipId })
    },
  }
  return (of) => make[of]()
}

type Asker = 'guest' | 'fan'

const browserOf = ({ guest, accounts }: Makers, name: Asker) =>
  name === 'guest' ? guest : (accounts.fan as Browser)

let asks = 0

/** A prepared ask whose card was never confirmed. */
async function prepareAs(makers: Makers, name: Asker, video: object | null = null): Promise<Thing> {
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

async function askAs(makers: Makers, name: Asker, withVideo = false): Promise<Thing> {
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

async function approve({ world, accounts }: Makers, thing: Thing): Promise<Thing> {
  const { questionId, revision } = thing
  const outcome = await accounts.admin?.push('question.approve', { questionId, revision })
  if (outcome?.state !== 'settled') throw new Error(`approving: ${JSON.stringify(outcome)}`)
  await world.quiesce()
  return { ...thing, revision: await revisionOf(world, thing) }
}

/** An answer's video, sent but not yet announced. */
async function take({ world, accounts }: Makers, thing: Thing): Promise<Thing> {
  const video = await sampleVideo('answer.webm')
  await accounts.athlete?.upload(video, 'answer', { questionId: thing.questionId })
  await world.quiesce()
  return { ...thing, videoId: video.declared.id }
}

async function deliver({ world, accounts }: Makers, thing: Thing): Promise<Thing> {
  const video = await sampleVideo('answer.webm')
  const athlete = accounts.athlete as Browser
  await submit(athlete, thing.questionId, video)
  await athlete.upload(video, 'answer')
  await world.quiesce()
  return { ...thing, videoId: video.declared.id, revision: await revisionOf(world, thing) }
}

/** A tip whose card was not confirmed yet. */
async function openTip(fan: Browser, thing: Thing): Promise<Thing> {
  const { tipId, token } = thing
  const facts = { amount: 500, currency: 'usd', capture_method: 'automatic', tipId, token }
  const { body } = await fan.post<{ clientSecret: string }>('/api/create-payment-intent', facts)
  return { ...thing, clientSecret: body.clientSecret }
}

/** Something is asked once more about an answer, and not replied to. */
async function askOnceMore(fan: Browser, thing: Thing): Promise<Thing> {
  await fan.post('/api/clarify', { token: thing.token, text: 'canary asked once more' })
  return thing
}

async function revisionOf({ database }: World, { questionId }: Thing): Promise<number> {
  const [row] = await database.sql`select revision from question where id = ${questionId}`
  return row?.revision ?? 0
}

async function ticketOf({ people }: Makers, fan: Browser): Promise<Thing> {
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

/** An upload that was begun: no byte of it is there. */
async function beginUpload(thing: Thing, fan: Browser): Promise<Thing> {
  const made = await fan.request('/files', { method: 'POST', headers: creationHeaders(thing.uploadId) })
  if (made.status !== 201) throw new Error(`uploading: ${made.status}`)
  return { ...thing, videoId: thing.uploadId }
}

async function saveDraft(thing: Thing, fan: Browser): Promise<Thing> {
  const { draftId, athleteId } = thing
  const draft = { draftId, athleteId, savedAt: 5, base: 0, body: 'fan canary draft' }
  const outcome = await fan.push('draft.save', draft)
  if (outcome.state !== 'settled') throw new Error(`saving a draft: ${JSON.stringify(outcome)}`)
  return { ...thing, revision: 1 }
}
