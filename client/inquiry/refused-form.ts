import type { Dispatch, RefObject, SetStateAction } from 'react'
import { getSession } from '../api/session.ts'
import { keepTyped } from '../store/account/typed-forms.ts'
import { hasDevice } from '../store/use-has-device.ts'
import { fillIn } from './fill-in.ts'
import type { FormName, FormStage } from './use-form.ts'

/**
 * Gives a form back that the server refused after its page was closed: fills in its fields, tells why, and removes it
 * from the outbox. It stays there for the next visit while the page's form is not empty. For a visitor who has no
 * data here, it loads no more code.
 */
export async function giveBackRefused(
  name: FormName,
  { current: form }: RefObject<HTMLFormElement | null>,
  setStage: Dispatch<SetStateAction<FormStage>>,
): Promise<void> {
  const { account, state } = getSession()
  if (!(await hasDevice(account))) return
  // Forms are sent as a guest's once the session is over.
  const found = await findRefused(name, state === 'ended' ? [account, 'guest'] : [account])
  if (!found || !form?.isConnected || [...new FormData(form).values()].some((value) => value !== '')) return
  const { entry, text, dismiss } = found
  const { formId: _id, captcha: _captcha, ...args } = entry.args
  const fields = Object.fromEntries(
    Object.entries(args).map(([field, value]) => [field, String(value ?? '')]),
  )
  fillIn(form, fields)
  // A list that comes later has no value yet, so what the filling itself has kept lacks that field.
  keepTyped(name, fields)
  setStage((now) => (now.at === 'writing' ? { at: 'writing', problem: { field: '', text } } : now))
  await dismiss()
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
