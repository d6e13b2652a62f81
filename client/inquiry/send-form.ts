import { INTENTS } from '../../sync/intents.ts'
import { LIMITS } from '../../sync/limits.ts'
import { isPlainText } from '../../sync/shape.ts'
// asked for when the form leaves: it comes in the same go, and is kept for the time without a network
import '../api/captcha/captcha.ts'
import { newId } from '../api/new-id.ts'
import { getSession } from '../api/session.ts'
import { type Device, type OutboxRow, openDevice, watchDevice } from '../db/device.ts'
import { keepActivity } from '../store/account/activity.ts'
import { appendIntent, dismissEntry, type EveryIntent } from '../store/outbox.ts'
import { ensureWork } from '../store/sending/sync-runner.ts'
import { UNREADABLE } from '../text/person-problems.ts'
import { refusalText } from '../text/refusals.ts'
import type { FormName, FormStage } from './use-form.ts'

/** What stays of the thanks, once their panel is left. */
const SENT: Record<FormName, string> = {
  'contact.send': 'Your message was sent.',
  'application.send': 'Your application was sent.',
  'suggestion.send': 'Your suggestion was sent.',
  'waitlist.send': 'You are on the waitlist.',
}

type Filled = { name: FormName; fields: Record<string, string> }

/**
 * Puts a form into this device's outbox, where it waits for a network if there is none, and tells how far it is. The
 * captcha is solved when it leaves. Answers what stops the telling; the sending goes on.
 */
export async function sendForm(
  { name, fields }: Filled,
  tell: (stage: FormStage) => void,
): Promise<() => void> {
  const formId = newId()
  const platform = 'socialPlatform' in fields ? { socialPlatform: fields.socialPlatform || null } : {}
  const parsed = INTENTS[name].args.safeParse({ ...fields, ...platform, formId, captcha: null })
  if (!parsed.success) {
    const field = String(parsed.error.issues[0]?.path[0] ?? '')
    tell({ at: 'writing', problem: { field, text: problemWith(field, fields[field] ?? '') } })
    return () => {}
  }
  const device = openDevice(getSession().account)
  await appendIntent(device, { name, args: parsed.data } as EveryIntent)
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

/** What takes as many characters as a name. */
const SHORT_FIELDS = ['firstName', 'lastName', 'city']

/** The sentence under a field that was not understood. */
function problemWith(field: string, typed: string): string {
  if (!isPlainText(typed)) return UNREADABLE
  if (field === 'email') return 'Enter an e-mail address like name@example.com.'
  return SHORT_FIELDS.includes(field)
    ? `Enter 1 to ${LIMITS.nameCharacters} characters.`
    : 'Check what you entered here.'
}

/** Where it is: in the outbox that it was put into, or a guest's, where the session turned out to be over. */
async function findForm(device: Device, formId: string): Promise<{ entry?: OutboxRow; of: Device }> {
  const here = await device.outbox.where({ subject: formId }).first()
  if (here || device.account === 'guest') return { entry: here, of: device }
  const guest = openDevice('guest')
  return { entry: await guest.outbox.where({ subject: formId }).first(), of: guest }
}
