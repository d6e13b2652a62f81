import { isFormIntent } from '../../../sync/forms/forms.ts'
import { getSession } from '../../api/session.ts'
import { type Device, openDevice } from '../../db/device.ts'
import { pushIntents } from '../outbox.ts'
import { drainOutbox, type PassEnd } from './push-outbox.ts'

/**
 * Sends an account's public forms as a guest's after its session has ended, because these forms need no session;
 * each gets a captcha. Returns how sending ended, or null when there was nothing to send.
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
    // Add the form there before deleting it here. If a kill leaves both, the server keeps one form for each id.
    if ((await to.outbox.where({ id: form.id }).count()) === 0) {
      await to.outbox.add({ ...form, state: 'waiting', failures: 0, parkedAt: null })
    }
    await from.outbox.delete(counter)
  }
}
