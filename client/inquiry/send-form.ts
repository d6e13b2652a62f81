import { INTENTS } from '../../sync/intents.ts'
import { LIMITS } from '../../sync/limits.ts'
import { isPlainText } from '../../sync/shape.ts'
// Imported with this file, so that the captcha can be solved when the form is sent, even after a time offline.
import '../api/captcha/captcha.ts'
import { newId } from '../api/new-id.ts'
import { getSession } from '../api/session.ts'
import { type Device, type OutboxRow, openDevice } from '../db/device.ts'
import { watchDevice } from '../db/watch-device.ts'
import { keepActivity } from '../store/account/activity.ts'
import { appendOrSend } from '../store/append-or-send.ts'
import { dismissEntry, type EveryIntent } from '../store/outbox.ts'
import { ensureWork } from '../store/sending/sync-runner.ts'
import { UNREADABLE } from '../text/person-problems.ts'
import { refusalText } from '../text/refusals.ts'
import type { FormName, FormStage } from './use-form.ts'

/** The texts for the activity list, which remain after the user has left the thank-you panel. */
const SENT: Record<FormName, string> = {
  'contact.send': 'Your message was sent.',
  'application.send': 'Your application was sent.',
  'suggestion.send': 'Your suggestion was sent.',
  'waitlist.send': 'You are on the waitlist.',
}

type Filled = { name: FormName; fields: Record<string, string> }

/**
 * Puts a form into this device's outbox, where it waits for a network if there is none, and reports each stage. A form
 * that the device cannot store is sent at once. The captcha is solved when the form is sent. Returns a function that
 * stops the reports but not the sending.
 */
export async function sendForm(
  { name, fields }: Filled,
  tell: (stage: FormStage) => void,
): Promise<() => void> {
  const platform = 'socialPlatform' in fields ? { socialPlatform: fields.socialPlatform || null } : {}
  const parsed = INTENTS[name].args.safeParse({ ...fields, ...platform, formId: newId(), captcha: null })
  if (!parsed.success) {
    const field = String(parsed.error.issues[0]?.path[0] ?? '')
    tell({ at: 'writing', problem: { field, text: problemWith(field, fields[field] ?? '') } })
    return () => {}
  }
  const device = openDevice(getSession().account)
  const taken = await appendOrSend(
    device,
    JSON.stringify([name, fields]),
    (formId) => ({ name, args: { ...parsed.data, formId } }) as EveryIntent,
  )
  if (taken.at !== 'kept') {
    tell(taken.at === 'sent' ? taken : { at: 'writing', problem: { field: '', text: taken.text } })
    return () => {}
  }
  const formId = taken.id
  tell({ at: 'kept' })
  ensureWork(device.account)
  let isSent = false
  return watchDevice(
    () => findForm(device, formId),
    ({ entry, of }) => {
      if (entry?.state === 'settled') {
        if (!isSent) void keepActivity(device.account, { text: SENT[name], tone: 'success' }).catch(() => {})
        isSent = true
        tell({ at: 'sent' })
      } else if (entry?.state === 'refused') {
        const text = entry.refusal ? refusalText(entry.refusal) : null
        tell({ at: 'writing', problem: { field: '', text } })
        void dismissEntry(of, entry.id)
      } else if (entry) tell({ at: 'kept' })
    },
  )
}

/** The fields with the same limit as a name. */
const SHORT_FIELDS = ['firstName', 'lastName', 'city']

/** Returns the error text for an invalid field. */
function problemWith(field: string, typed: string): string {
  if (!isPlainText(typed)) return UNREADABLE
  if (field === 'email') return 'Enter an email address like name@example.com.'
  return SHORT_FIELDS.includes(field)
    ? `Enter 1 to ${LIMITS.nameCharacters} characters.`
    : 'Check what you entered here.'
}

/** Finds the form's entry: in the account's outbox, or in the guest's if the session turned out to be over. */
async function findForm(device: Device, formId: string): Promise<{ entry?: OutboxRow; of: Device }> {
  const here = await device.outbox.where({ subject: formId }).first()
  if (here || device.account === 'guest') return { entry: here, of: device }
  const guest = openDevice('guest')
  return { entry: await guest.outbox.where({ subject: formId }).first(), of: guest }
}
