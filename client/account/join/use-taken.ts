import { useState } from 'react'
import { COPY } from '../../../sync/copy.ts'

/**
 * What is wrong with a form, and that the username in it is taken, where that is known. The server's answer may come
 * late: what it says of one name says nothing of the next.
 */
export function useTaken<Problems extends { username?: string }>(username: string, wrong: Problems) {
  const [taken, setTaken] = useState<string | null>(null)
  const problems: Problems = taken === username ? { ...wrong, username: COPY.usernameTaken } : wrong
  return { problems, setTaken }
}
