import { useState } from 'react'
import type { CallResult } from '../../api/call.ts'
import { NOT_LOADED } from '../../api/network-error.ts'
import { serverNow } from '../../api/session.ts'
import { useNewPassword } from '../password/new-password-fields.tsx'
import { useAccountCall } from '../use-account-call.ts'
import type { Joining, JoinProblems } from './check-joining.ts'
import { handleOf } from './handle.ts'
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

/** A fan's sign-up as it is typed, checked and sent. */
export function useJoining() {
  const [typed, setTyped] = useState(EMPTY)
  const [wrong, setProblems] = useState<JoinProblems>({})
  const { problems, setTaken } = useTaken(typed.username, wrong)
  const [isDone, setDone] = useState(false)
  const passwords = useNewPassword()
  const { isBusy, error, run } = useAccountCall()
  const asking = useAccountCall()
  const change = (part: Partial<Joining>) => {
    // a picture is ready some time after it was chosen: what was typed meanwhile stays
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
  /** Answers whether nothing is left to mend. It is busy from the press on: the rules come over the network too. */
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
    if ('refusal' in joined && joined.refusal.code === 'username-taken') setTaken(joining.username)
    return false
  }
  const { username } = typed
  const may = mayJoin({ username, isSame: passwords.isSame, problem: problems.username })
  return { typed, problems, passwords, isBusy, error, isDone, mayJoin: may, change, askUsername, submit }
}

async function sendFan(joining: Joining): Promise<CallResult<object>> {
  const { username, password, picture, instagram, tiktok, x, ...person } = joining
  const networks = { instagram: handleOf(instagram), tiktok: handleOf(tiktok), x: handleOf(x) }
  const loaded = await loadSending()
  return (
    loaded?.sendFan({ person, username, password, networks }, picture ? [picture.blob] : []) ?? NOT_LOADED
  )
}

/** A form is there before anything is sent. */
const loadSending = () => import('./send-joining.ts').catch(() => null)

/** The rules come when they are needed; without them the server says what is wrong. */
async function problemsOf(joining: Joining): Promise<JoinProblems> {
  const rules = await import('./check-joining.ts').catch(() => null)
  return rules?.checkJoining(joining, serverNow()) ?? {}
}
