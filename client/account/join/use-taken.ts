import { useState } from 'react'
import type { UsernameAnswer } from '../../../sync/account/account-calls.ts'
import { ACCOUNT_COPY } from '../../../sync/account/copy.ts'
import { CALLS } from '../../../sync/paths.ts'
import { useAccountCall } from '../use-account-call.ts'

/**
 * Returns the form's problems, with an error for the username if the server said that it is taken. The error
 * applies only to the name in that request, because the user may have typed another before the answer arrives.
 * `askUsername` asks the server about a name.
 */
export function useTaken<Problems extends { username?: string }>(username: string, wrong: Problems) {
  const [taken, setTaken] = useState<string | null>(null)
  const problems: Problems = taken === username ? { ...wrong, username: ACCOUNT_COPY.usernameTaken } : wrong
  const { send } = useAccountCall()
  const askUsername = async (typed: string) => {
    const answer = await send<UsernameAnswer>(CALLS.username, { username: typed })
    if (answer.ok && answer.value.taken) setTaken(typed)
  }
  return { problems, setTaken, askUsername }
}
