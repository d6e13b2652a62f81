import type { Dispatch, RefObject, SetStateAction } from 'react'
import { getSession } from '../api/session.ts'
import { keepTyped } from '../store/account/typed-forms.ts'
import { hasDevice } from '../store/use-has-device.ts'
import { fillIn } from './fill-in.ts'
import type { FormName, FormStage } from './use-form.ts'

/**
 * Fills a form with what was typed into it before. Where nothing was, gives a form back that the server refused after
 * its page was closed: tells why, and removes it from the outbox. For a visitor who has no data here, it loads no
 * more code.
 */
export async function giveBack(
  name: FormName,
  { current: form }: RefObject<HTMLFormElement | null>,
  typed: Record<string, string>,
  setStage: Dispatch<SetStateAction<FormStage>>,
): Promise<void> {
  if (!form) return
  fill(name, form, typed)
  const { account, state } = getSession()
  if (!(await hasDevice(account))) return
  // Forms are sent as a guest's once the session is over.
  const found = await findRefused(name, state === 'ended' ? [account, 'guest'] : [account])
  if (!found || !form.isConnected || Object.keys(filledOf(form)).length > 0) return
  const { entry, text, dismiss } = found
  const { formId: _id, captcha: _captcha, ...args } = entry.args
  const fields = Object.fromEntries(
    Object.entries(args).map(([field, value]) => [field, String(value ?? '')]),
  )
  fill(name, form, fields)
  setStage((now) => (now.at === 'writing' ? { at: 'writing', problem: { field: '', text } } : now))
  await dismiss()
}

function fill(name: FormName, form: HTMLFormElement, fields: Record<string, string>): void {
  fillIn(form, fields)
  // A list that comes later has no value yet, so what the filling itself has kept lacks that field.
  if (Object.keys(fields).length > 0) keepTyped(name, { ...fields, ...filledOf(form) })
}

/** Returns the fields of a form that are not empty. */
function filledOf(form: HTMLFormElement): Record<string, string> {
  const all = [...new FormData(form)].map(([key, value]) => [key, String(value)])
  return Object.fromEntries(all.filter(([, value]) => value !== ''))
}

async function findRefused(name: FormName, accounts: string[]) {
  const [{ openDevice }, { dismissEntry }, { refusalText }] = await Promise.all([
    import('../db/device.ts'),
    import('../store/outbox.ts'),
    import('../text/refusals.ts'),
  ])
  for (const account of accounts) {
    const device = openDevice(account)
    const refused = device.outbox.where({ state: 'refused' })
    const entry = await refused.and((row) => row.name === name).first()
    const text = entry?.refusal ? refusalText(entry.refusal) : null
    if (entry) return { entry, text, dismiss: () => dismissEntry(device, entry.id) }
  }
  return null
}
