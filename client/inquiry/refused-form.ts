import { getSession } from '../api/session.ts'
import { openDevice } from '../db/device.ts'
import { keepTyped } from '../store/account/typed-forms.ts'
import { dismissEntry } from '../store/outbox.ts'
import { refusalText } from '../text/refusals.ts'
import { fillIn } from './fill-in.ts'
import type { FormName, FormStage } from './use-form.ts'

/**
 * Gives a form back that the server refused after its page was closed: fills in its fields, tells why, and removes it
 * from the outbox. It stays there for the next visit while the page's form is not empty.
 */
export async function giveBackRefused(
  name: FormName,
  formNow: () => HTMLFormElement | null,
  tell: (stage: FormStage) => void,
): Promise<void> {
  const found = await findRefused(name)
  const form = formNow()
  if (!found || !form || [...new FormData(form).values()].some((value) => value !== '')) return
  const { entry, of } = found
  const { formId: _id, captcha: _captcha, ...args } = entry.args
  const fields = Object.fromEntries(
    Object.entries(args).map(([field, value]) => [field, String(value ?? '')]),
  )
  fillIn(form, fields)
  // A list that comes later has no value yet, so what the filling itself has kept lacks that field.
  keepTyped(name, fields)
  const text = entry.refusal ? refusalText(entry.refusal) : null
  tell({ at: 'writing', problem: { field: '', text } })
  await dismissEntry(of, entry.id)
}

/** Looks in the account's outbox, and in the guest's if the session is over, because forms are then sent as a guest's. */
async function findRefused(name: FormName) {
  const { account, state } = getSession()
  for (const each of state === 'ended' ? [account, 'guest'] : [account]) {
    const of = openDevice(each)
    const refused = of.outbox.where({ state: 'refused' })
    const entry = await refused.and((row) => row.name === name).first()
    if (entry) return { entry, of }
  }
  return null
}
