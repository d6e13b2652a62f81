import { SYNC_PATHS } from '../../../sync/paths.ts'
import type { PushAnswer, PushedIntent } from '../../../sync/protocol.ts'
import { done } from '../../../sync/result.ts'
import { call } from '../../api/call.ts'
import { isOnline } from '../../api/connection.ts'
import { newId } from '../../api/new-id.ts'
import { type Device, openDevice, type TakeRow } from '../../db/device.ts'
import { keptAskKey } from '../kept-ask-key.ts'
import { readQueue } from '../upload/upload-order.ts'
import { drainOutbox, type PassEnd } from './push-outbox.ts'

/**
 * Sends the intents that ask the questions submitted on this device before `account` signed in. The server takes
 * them from the account, because the same browser prepared the questions. They stay the guest's, so that what is
 * left when the account signs out leaves after it. Other intents of the guest wait, and so does one that the server
 * refuses from this account: a member of the team may not ask, and the guest may.
 */
export async function sendGuestIntents(account: string, anew: boolean): Promise<PassEnd> {
  const guest = openDevice('guest')
  if ((await countAsks(guest)) === 0) return { left: 'nothing' }
  const end = await drainOutbox(guest, (intents) => pushAsks(guest, account, intents), anew)
  return end.left === 'later' && (await countAsks(guest)) === 0 ? { left: 'nothing' } : end
}

/**
 * Sends the question videos that were submitted on this device before `account` signed in, from where they are. The
 * video of a question that is not submitted waits for its guest.
 */
export async function sendGuestVideos(account: string, signal: AbortSignal): Promise<PassEnd> {
  const guest = openDevice('guest')
  const { takes } = await readQueue(guest)
  const wanted = await wantedVideos(guest)
  const isWanted = ({ id }: TakeRow) => wanted.has(id)
  if (!takes.some(isWanted)) return { left: 'nothing' }
  if (!isOnline()) return { left: 'later', afterMs: null }
  const { sendTakes } = await import('../upload/uploads.ts')
  return sendTakes(guest, signal, { by: account, isWanted })
}

function countAsks({ outbox }: Device): Promise<number> {
  return outbox
    .where('state')
    .anyOf('waiting', 'parked')
    .and(({ name }) => name === 'question.ask')
    .count()
}

/** Returns the ids of the videos of submitted questions. */
async function wantedVideos({ outbox, settings }: Device): Promise<Set<string>> {
  const asked = await outbox
    .filter(({ name, state }) => name === 'question.ask' && state !== 'refused')
    .toArray()
  const kept = await settings.bulkGet(asked.map(({ subject }) => keptAskKey(subject)))
  return new Set(kept.flatMap((each) => (each?.value as Kept | undefined)?.ask.video?.id ?? []))
}

/** The part of a kept question that says whom it asks, and with which video. */
type Kept = { ask: { athleteId: string; video: { id: string } | null } }

/**
 * Pushes those of the intents that ask a question, each under an id of this account's, because the server may know
 * the intent's own as the guest's. A question is asked once, however many intents ask it.
 */
async function pushAsks(guest: Device, account: string, intents: PushedIntent[]) {
  const asks: PushedIntent[] = []
  for (const intent of intents) {
    if (intent.name === 'question.ask' && !(await isAskedOf(guest, account, intent))) asks.push(intent)
  }
  if (asks.length === 0) return done<PushAnswer>({ outcomes: [] })
  const device = (await guest.settings.get('deviceId'))?.value ?? newId()
  const own = new Map(asks.map((intent) => [newId(), intent]))
  const sent = [...own].map(([id, intent]) => ({ ...intent, id }))
  const answer = await call<PushAnswer>(SYNC_PATHS.push, { device, account, intents: sent })
  if (!answer.ok) return answer
  const outcomes = answer.value.outcomes.flatMap((outcome) => {
    const intent = own.get(outcome.id)
    return intent && outcome.state === 'settled' ? [{ ...outcome, id: intent.id }] : []
  })
  return done<PushAnswer>({ ...answer.value, outcomes })
}

/** Whether this account is the athlete who is asked: then the question waits for its guest. */
async function isAskedOf({ settings }: Device, account: string, { args }: PushedIntent): Promise<boolean> {
  const { questionId } = args as { questionId: string }
  const kept = await settings.get(keptAskKey(questionId))
  return (kept?.value as Kept | undefined)?.ask.athleteId === account
}
