import { useState } from 'react'
import { COPY } from '../../../sync/copy.ts'

/**
 * Whether the username that stands in a form is known to be taken. The server's answer may come late: what it says of one
 * name says nothing of the next.
 */
export function useTaken(username: string) {
  const [taken, setTaken] = useState<string | null>(null)
  const problem: { username?: string } = taken === username ? { username: COPY.usernameTaken } : {}
  return { problem, setTaken }
}
