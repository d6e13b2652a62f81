import { SYNC_PATHS } from '../../../sync/paths.ts'
import type { PushAnswer, PushedIntent } from '../../../sync/protocol.ts'
import { done } from '../../../sync/result.ts'
import { call } from '../../api/call.ts'
import { newId } from '../../api/new-id.ts'
import { type Device, openDevice } from '../../db/device.ts'
import { readQueue } from '../upload/upload-order.ts'
import { drainOutbox, type PassEnd } from './push-outbox.ts'

/**
 * Sends the intents that ask the questions submitted on this device before `account` signed in. The server takes
 * them from the account, because the same browser prepared the questions. They stay the guest's, so that what is
 * left when the account signs out leaves after it. Other intents of the guest wait.
 */
export async function sendGuestIntents(account: string, anew: boolean): Promise<PassEnd> {
  const guest = openDevice('guest')
  if ((await countAsks(guest)) === 0) return { left: 'nothing' }
  const end = await drainOutbox(guest, (intents) => pushAsks(guest, account, intents), anew)
  return end.left === 'later' && (await countAsks(guest)) === 0 ? { left: 'nothing' } : end
}

/** Sends the question videos that were submitted on this device before `account` signed in, from where they are. */
export async function sendGuestVideos(account: string, signal: AbortSignal): Promise<PassEnd> {
  const guest = openDevice('guest')
  const { takes } = await readQueue(guest)
  if (takes.length === 0) return { left: 'nothing' }
  if (!navigator.onLine) return { left: 'later', afterMs: null }
  const { sendTakes } = await import('../upload/uploads.ts')
  return sendTakes(guest, signal, account)
}

function countAsks({ outbox }: Device): Promise<number> {
  return outbox
    .where('state')
    .anyOf('waiting', 'parked')
    .and(({ name }) => name === 'question.ask')
    .count()
}

async function pushAsks(guest: Device, account: string, intents: PushedIntent[]) {
  const asks = intents.filter(({ name }) => name === 'question.ask')
  if (asks.length === 0) return done<PushAnswer>({ outcomes: [] })
  const known = await guest.settings.get('deviceId')
  return call<PushAnswer>(SYNC_PATHS.push, { device: known?.value ?? newId(), account, intents: asks })
}
