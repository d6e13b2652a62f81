import type { Browser } from '../browser.ts'
import { accountThings } from '../fixtures/account-things.ts'
import { deskThings } from '../fixtures/desk-things.ts'
import { approve, askAs, browserOf, deliver, prepareAs, take, ticketOf } from '../fixtures/question-steps.ts'
import { questionThings } from '../fixtures/question-things.ts'
import { type Makers, missingThing, type Thing } from '../fixtures/thing.ts'
import { askPicture, bringPicture } from '../media/asked-picture.ts'
import { orderedPayout } from '../payouts/ordered-payout.ts'
import type { ThingName } from '../rights.ts'
import { creationHeaders } from './wire.ts'

/** Returns a function that makes a thing by its name, as the app's users would. */
export function thingMaker(makers: Makers): (of: ThingName) => Promise<Thing> {
  const { people, world } = makers
  const fan = browserOf(makers, 'fan')
  const blank = () => ({ ...missingThing(), athleteId: people.athlete.id, username: people.athlete.username })
  let answered: Thing | null = null
  const known = async () => {
    answered ??= await make['delivered of fan']()
    return answered
  }
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
    'asked once more of fan': async () => askOnceMore(fan, await known()),
    'a payout by hand': async () => orderedPayout(blank(), world),
    ...accountThings(makers),
    ...deskThings(makers),
    ...questionThings(makers, known),
    'tip of fan': async () => openTip(fan, { ...(await known()), tipId: blank().tipId }),
  }
  return (of) => make[of]()
}

/** Opens a tip whose card is not confirmed yet. */
async function openTip(fan: Browser, thing: Thing): Promise<Thing> {
  const { tipId, token } = thing
  const facts = { amount: 500, currency: 'usd', capture_method: 'automatic', tipId, token }
  const { body } = await fan.post<{ clientSecret: string }>('/api/create-payment-intent', facts)
  return { ...thing, clientSecret: body.clientSecret }
}

/** Asks for a clarification of an answer, without a reply. */
async function askOnceMore(fan: Browser, thing: Thing): Promise<Thing> {
  await fan.post('/api/clarify', { token: thing.token, text: 'fan canary asked once more' })
  return thing
}

/** Begins an upload without sending any of its bytes. */
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
