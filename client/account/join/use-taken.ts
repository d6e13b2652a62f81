import { useState } from 'react'
import { ACCOUNT_COPY } from '../../../sync/account/copy.ts'

/**
 * Returns the form's problems, with an error for the username if the server said that it is taken. The error
 * applies only to the name in that request, because the user may have typed another before the answer arrives.
 */
export function useTaken<Problems extends { username?: string }>(username: string, wrong: Problems) {
  const [taken, setTaken] = useState<string | null>(null)
  const problems: Problems = taken === username ? { ...wrong, username: ACCOUNT_COPY.usernameTaken } : wrong
  return { problems, setTaken }
}
