import { isFormIntent } from '../../../sync/forms/forms.ts'
import { getSession } from '../../api/session.ts'
import { type Device, openDevice } from '../../db/device.ts'
import { pushIntents } from '../outbox.ts'
import { drainOutbox, type PassEnd } from './push-outbox.ts'

/**
 * The public forms ask for nobody's session: where this account's is over, its forms go on as a guest's, with a captcha,
 * instead of waiting for a sign-in. Answers how sending them ended; null where there was nothing to send.
 */
export async function sendFormsAsGuest(device: Device, anew: boolean): Promise<PassEnd | null> {
  if (device.account === 'guest' || getSession().state !== 'ended') return null
  const guest = openDevice('guest')
  await moveForms(device, guest)
  if ((await waitingForms(guest).count()) === 0) return null
  return drainOutbox(guest, (intents) => pushIntents(guest, intents), anew)
}

function waitingForms({ outbox }: Device) {
  return outbox
    .where('state')
    .anyOf('waiting', 'parked')
    .filter(({ name }) => isFormIntent(name))
}

async function moveForms(from: Device, to: Device): Promise<void> {
  for (const { counter, ...form } of await waitingForms(from).toArray()) {
    // there before it leaves here: should both stay, the server keeps one form of an id
    if ((await to.outbox.where({ id: form.id }).count()) === 0) {
      await to.outbox.add({ ...form, state: 'waiting', failures: 0, parkedAt: null })
    }
    await from.outbox.delete(counter)
  }
}
