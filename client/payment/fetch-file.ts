import type { FileAnswer } from '../../sync/payment/papers.ts'
import { type CallResult, call } from '../api/call.ts'

/** Asks where a file is fetched, and has the browser keep it; answers why it could not be asked for. */
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
