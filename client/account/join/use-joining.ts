import { useEffect, useState } from 'react'
import type { CallResult } from '../../api/call.ts'
import { isRefused, NOT_LOADED } from '../../api/network-error.ts'
import { serverNow } from '../../api/session.ts'
import { useNewPassword } from '../password/new-password-fields.tsx'
import { useAccountCall } from '../use-account-call.ts'
import type { Joining, JoinProblems } from './check-joining.ts'
import { handleOf } from './handle.ts'
import { keepForm, readKeptForm } from './kept-form.ts'
import { mayJoin } from './may-join.ts'
import { useTaken } from './use-taken.ts'

const EMPTY: Joining = {
  firstName: '',
  lastName: '',
  birthDate: '',
  countryCode: '',
  city: '',
  email: '',
  username: '',
  password: '',
  picture: null,
  instagram: '',
  tiktok: '',
  x: '',
}

/** The state of a fan's sign-up form: checks it and sends it. */
export function useJoining() {
  // The password is typed beside these, and is stored nowhere.
  const [typed, setTyped] = useState(() => ({ ...EMPTY, ...readKeptForm() }))
  const [wrong, setProblems] = useState<JoinProblems>({})
  const { problems, setTaken } = useTaken(typed.username, wrong)
  const [isDone, setDone] = useState(false)
  const passwords = useNewPassword()
  useEffect(() => keepForm(isDone ? null : typed), [typed, isDone])
  const { isBusy, error, run } = useAccountCall()
  const asking = useAccountCall()
  const change = (part: Partial<Joining>) => {
    // Update the latest state, because the user may type while a chosen picture is being prepared.
    setTyped((now) => ({ ...now, ...part }))
    setProblems(({ ...rest }) => {
      for (const name of Object.keys(part)) delete rest[name as keyof Joining]
      return rest
    })
  }
  const askUsername = async (username: string) => {
    const answer = await asking.run(async () => (await loadSending())?.askUsername(username) ?? NOT_LOADED)
    if (answer.ok && answer.value.taken) setTaken(username)
  }
  /**
   * Checks and sends the form. Returns true when the sign-up succeeded. The form is busy from the press on,
   * because the rules are loaded over the network too.
   */
  const submit = async (): Promise<boolean> => {
    const joining = { ...typed, password: passwords.password }
    const joined = await run<'wrong' | 'sent'>(async () => {
      const found = await problemsOf(joining)
      setProblems(found)
      if (Object.keys(found).length > 0) return { ok: true, value: 'wrong' }
      const sent = await sendFan(joining)
      return sent.ok ? { ok: true, value: 'sent' } : sent
    })
    if (joined.ok) {
      setDone(joined.value === 'sent')
      return joined.value === 'sent'
    }
    if (isRefused(joined, 'username-taken')) setTaken(joining.username)
    return false
  }
  const { username } = typed
  const may = mayJoin({ username, isSame: passwords.isSame, problem: problems.username })
  /** Opens the form again as it was typed, because its address was wrong. */
  const again = () => setDone(false)
  return {
    typed,
    problems,
    passwords,
    isBusy,
    error,
    isDone,
    mayJoin: may,
    again,
    change,
    askUsername,
    submit,
  }
}

async function sendFan(joining: Joining): Promise<CallResult<object>> {
  const { username, password, picture, instagram, tiktok, x, ...person } = joining
  const networks = { instagram: handleOf(instagram), tiktok: handleOf(tiktok), x: handleOf(x) }
  const loaded = await loadSending()
  return (
    loaded?.sendFan({ person, username, password, networks }, picture ? [picture.blob] : []) ?? NOT_LOADED
  )
}

/**
 * Loads the code that sends the form; null if it cannot be loaded. It is loaded later because the form appears
 * before anything is sent.
 */
const loadSending = () => import('./send-joining.ts').catch(() => null)

/** Checks the form with rules that are loaded when needed. If they cannot be loaded, the server does the checks. */
async function problemsOf(joining: Joining): Promise<JoinProblems> {
  const rules = await import('./check-joining.ts').catch(() => null)
  return rules?.checkJoining(joining, serverNow()) ?? {}
}
