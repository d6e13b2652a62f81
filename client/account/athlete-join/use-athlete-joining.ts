import { useEffect, useRef, useState } from 'react'
import type { UsernameAnswer } from '../../../sync/account/account-calls.ts'
import { ACCOUNT_COPY } from '../../../sync/account/copy.ts'
import type { RefusalCode } from '../../../sync/errors.ts'
import { CALLS } from '../../../sync/paths.ts'
import type { Refusal } from '../../../sync/result.ts'
import type { NetworkError } from '../../api/network-error.ts'
import { serverNow } from '../../api/session.ts'
import { refusalText } from '../../text/refusals.ts'
import { mayJoin } from '../join/may-join.ts'
import { sendJoining } from '../join/send-joining.ts'
import { useTaken } from '../join/use-taken.ts'
import { useNewPassword } from '../password/new-password-fields.tsx'
import { useAccountCall } from '../use-account-call.ts'
import { checkAthleteJoining, type JoiningProblems } from './check-athlete.ts'
import { type JoiningValues, joinCallOf } from './joining-values.ts'
import { joiningKeeper, type KeptJoining } from './kept-joining.ts'

/** The state of an athlete's sign-up form: keeps it on this device, checks it and sends it (S2-4.21). */
export function useAthleteJoining(begun: KeptJoining) {
  const [values, setValues] = useState(begun.values)
  const [wrong, setProblems] = useState<JoiningProblems>({})
  const { problems, setTaken } = useTaken(values.username, wrong)
  const [code, setCode] = useState(begun.code)
  const [isCodeOver, setCodeOver] = useState(false)
  const [alert, setAlert] = useState<string | null>(null)
  const [isDone, setDone] = useState(false)
  const passwords = useNewPassword()
  const { isBusy, run } = useAccountCall()
  const asking = useAccountCall()
  const keeper = useKeeper({ code, values })
  const change = (part: Partial<JoiningValues>) => {
    setValues((typed) => ({ ...typed, ...part }))
    setProblems(({ ...rest }) => {
      for (const name of Object.keys(part)) delete rest[name as keyof JoiningValues]
      return rest
    })
  }
  /** Checks and sends the form. Returns true when the sign-up has succeeded. */
  const submit = async (): Promise<boolean> => {
    setAlert(null)
    const found = checkAthleteJoining(values, passwords.password, serverNow())
    setProblems(found)
    if (Object.keys(found).length > 0) return false
    const pictures = [values.picture, ...values.covers].flatMap((picture) => picture?.blob ?? [])
    const joining = joinCallOf(values, { code, password: passwords.password })
    const sent = await run(() => sendJoining(CALLS.joinAthlete, joining, pictures))
    if (sent.ok) {
      setDone(true)
      await keeper.forget()
    } else {
      setAlert(joiningError(sent))
      if ('refusal' in sent) {
        setCodeOver(sent.refusal.code === 'wrong-signup-code')
        if (sent.refusal.code === 'username-taken') setTaken(values.username)
      }
    }
    return sent.ok
  }
  return {
    values,
    problems,
    passwords,
    code: { typed: code, isOver: isCodeOver, change: setCode },
    isBusy,
    alert,
    isDone,
    mayJoin: mayJoin({ username: values.username, isSame: passwords.isSame, problem: problems.username }),
    forget: keeper.forget,
    /** Opens the form again as it was typed, because its address was wrong. */
    again: () => {
      keeper.resume()
      setDone(false)
    },
    change,
    askUsername: (username: string) => askTaken(asking, username, setTaken),
    submit,
  }
}

/** Asks whether a username is taken, and says so while it is typed. */
async function askTaken(
  asking: ReturnType<typeof useAccountCall>,
  username: string,
  setTaken: (username: string) => void,
): Promise<void> {
  const answer = await asking.send<UsernameAnswer>(CALLS.username, { username })
  if (answer.ok && answer.value.taken) setTaken(username)
}

/** Writes the form to this device's disk after each change, until the user sends it or throws it away. */
function useKeeper(joining: KeptJoining) {
  const [keeper] = useState(joiningKeeper)
  const isOver = useRef(false)
  const { code, values } = joining
  useEffect(() => {
    if (!isOver.current) void keeper.keep({ code, values })
  }, [keeper, code, values])
  const forget = () => {
    isOver.current = true
    return keeper.forget()
  }
  const resume = () => {
    isOver.current = false
    void keeper.keep(joining)
  }
  return { forget, resume }
}

/** The refusals whose text is shown without a prefix, because it already says what is wrong. */
const PLAIN: readonly RefusalCode[] = ['wrong-signup-code', 'username-taken', 'too-many-requests']

/**
 * Returns the alert for a sign-up that failed (S2-8.2 to S2-8.5). A refused password is an authentication error,
 * and other refusals are profile errors, except those in `PLAIN`. A failed call has a text of its own.
 */
export function joiningError(failed: { refusal: Refusal } | NetworkError): string {
  if (!('refusal' in failed)) return failed.reason === 'server' ? ACCOUNT_COPY.signupFailed : UNREACHED
  const { code } = failed.refusal
  const message = refusalText(failed.refusal)
  if (PLAIN.includes(code)) return message
  return code.startsWith('password-')
    ? `Authentication error: ${message}`
    : `Profile creation error: ${message}`
}

const UNREACHED =
  'This needs a network, and our server was not reached. Nothing you entered is lost: try again when you are back.'
