import { useState } from 'react'
import type { UsernameAnswer } from '../../../sync/account/account-calls.ts'
import { isUsername } from '../../../sync/account/username.ts'
import { COPY } from '../../../sync/copy.ts'
import { CALLS } from '../../../sync/paths.ts'
import { serverNow } from '../../app/session.ts'
import { sendJoining } from '../join/send-joining.ts'
import { useNewPassword } from '../password/new-password-fields.tsx'
import { useAccountCall } from '../use-account-call.ts'
import { checkAthleteJoining, type JoiningProblems } from './check-athlete.ts'
import { joiningError } from './joining-error.ts'
import { EMPTY, type JoiningValues, joinCallOf } from './joining-values.ts'

/** An athlete's sign-up as it is typed, checked and sent (S2-4.21). */
export function useAthleteJoining(givenCode: string) {
  const [values, setValues] = useState(EMPTY)
  const [problems, setProblems] = useState<JoiningProblems>({})
  const [code, setCode] = useState(givenCode)
  const [isCodeOver, setCodeOver] = useState(false)
  const [alert, setAlert] = useState<string | null>(null)
  const [isDone, setDone] = useState(false)
  const passwords = useNewPassword()
  const { isBusy, run } = useAccountCall()
  const asking = useAccountCall()
  const change = (part: Partial<JoiningValues>) => {
    setValues((typed) => ({ ...typed, ...part }))
    setProblems(({ ...rest }) => {
      for (const name of Object.keys(part)) delete rest[name as keyof JoiningValues]
      return rest
    })
  }
  const askUsername = async (username: string) => {
    const answer = await asking.send<UsernameAnswer>(CALLS.username, { username })
    if (answer.ok && answer.value.taken) setProblems((known) => ({ ...known, username: COPY.usernameTaken }))
  }
  /** Answers whether it went so far that nothing is left to mend. */
  const submit = async (): Promise<boolean> => {
    setAlert(null)
    const found = checkAthleteJoining(values, passwords.password, serverNow())
    setProblems(found)
    if (Object.keys(found).length > 0) return false
    const pictures = [values.picture, ...values.covers].flatMap((picture) => picture?.blob ?? [])
    const joining = joinCallOf(values, { code, password: passwords.password })
    const sent = await run(() => sendJoining(CALLS.joinAthlete, joining, pictures))
    if (sent.ok) setDone(true)
    else {
      setAlert(joiningError(sent))
      if ('refusal' in sent) {
        setCodeOver(sent.refusal.code === 'wrong-signup-code')
        if (sent.refusal.code === 'username-taken') setProblems({ username: COPY.usernameTaken })
      }
    }
    return sent.ok
  }
  const mayJoin = isUsername(values.username) && passwords.isSame && !problems.username
  return {
    values,
    problems,
    passwords,
    code: { typed: code, isOver: isCodeOver, change: setCode },
    isBusy,
    alert,
    isDone,
    mayJoin,
    change,
    askUsername,
    submit,
  }
}
