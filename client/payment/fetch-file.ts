import type { FileAnswer } from '../../sync/payment/papers.ts'
import { type CallResult, call } from '../api/call.ts'

/** Asks the server for a file's address, and has the browser download it. Returns the result of the call. */
export async function fetchFile(path: string, body: object): Promise<CallResult<FileAnswer>> {
  const answer = await call<FileAnswer>(path, body)
  if (answer.ok) {
    const link = document.createElement('a')
    link.href = answer.value.url
    link.download = ''
    link.click()
  }
  return answer
}
