import { useState } from 'react'
import { COPY } from '../../../sync/copy.ts'
import type { CallResult } from '../../api/call.ts'
import { NOT_LOADED } from '../../api/network-error.ts'
import { serverNow } from '../../api/session.ts'
import type { ReadyPicture } from '../../media/picture/read-picture.ts'
import { useNewPassword } from '../password/new-password-fields.tsx'
import { useAccountCall } from '../use-account-call.ts'
import type { Joining, JoinProblems } from './check-joining.ts'
import { handleOf } from './handle.ts'
import { mayJoin } from './may-join.ts'

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
  const [problems, setProblems] = useState<JoinProblems>({})
  const [isDone, setDone] = useState(false)
  const passwords = useNewPassword()
  const { isBusy, error, run } = useAccountCall()
  const asking = useAccountCall()
  const change = (part: Partial<Joining>) => {
    setTyped({ ...typed, ...part })
    setProblems(({ ...rest }) => {
      for (const name of Object.keys(part)) delete rest[name as keyof Joining]
      return rest
    })
  }
  const askUsername = async (username: string) => {
    const answer = await asking.run(async () => (await loadSending())?.askUsername(username) ?? NOT_LOADED)
    if (answer.ok && answer.value.taken) setProblems((known) => ({ ...known, username: COPY.usernameTaken }))
  }
  const submit = async () => {
    const joining = { ...typed, password: passwords.password }
    const found = await problemsOf(joining)
    setProblems(found)
    if (Object.keys(found).length > 0) return
    const { username, password, picture, instagram, tiktok, x, ...person } = joining
    const networks = { instagram: handleOf(instagram), tiktok: handleOf(tiktok), x: handleOf(x) }
    const joined = await run(() => sendFan({ person, username, password, networks }, picture))
    if (joined.ok) setDone(true)
    else if ('refusal' in joined && joined.refusal.code === 'username-taken')
      setProblems({ username: COPY.usernameTaken })
  }
  const { username } = typed
  const may = mayJoin({ username, isSame: passwords.isSame, problem: problems.username })
  return { typed, problems, passwords, isBusy, error, isDone, mayJoin: may, change, askUsername, submit }
}

async function sendFan(joining: object, picture: ReadyPicture | null): Promise<CallResult<object>> {
  const loaded = await loadSending()
  return loaded?.sendFan(joining, picture ? [picture.blob] : []) ?? NOT_LOADED
}

/** A form is there before anything is sent. */
const loadSending = () => import('./send-joining.ts').catch(() => null)

/** The rules come when they are needed; without them the server says what is wrong. */
async function problemsOf(joining: Joining): Promise<JoinProblems> {
  const rules = await import('./check-joining.ts').catch(() => null)
  return rules?.checkJoining(joining, serverNow()) ?? {}
}
