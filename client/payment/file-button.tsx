import { useState } from 'react'
import type { FileAnswer } from '../../sync/payment/papers.ts'
import { type CallResult, call, isNetworkError } from '../api/call.ts'
import { refusalText } from '../text/refusals.ts'
import { Button } from '../ui/button.tsx'
import { showToast } from '../ui/toasts.ts'

type FileButtonProps = {
  path: string
  body: object
  children: string
  label?: string
  tone?: 'secondary' | 'quiet'
}

/** Asks the server to make a file and downloads it. A toast says why if that fails. */
export function FileButton({ path, body, children, label, tone = 'secondary' }: FileButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const ask = async () => {
    setBusy(true)
    const answer = await fetchFile(path, body)
    setBusy(false)
    if (!answer.ok)
      showToast({
        text: isNetworkError(answer)
          ? 'The file is made by the server, and it was not reached. Try again later.'
          : refusalText(answer.refusal),
        tone: 'danger',
      })
  }
  return (
    <Button
      tone={tone}
      className={tone === 'quiet' ? '-mx-3.5' : ''}
      size="small"
      icon="download"
      loading={isBusy}
      aria-label={label}
      onClick={() => void ask()}
    >
      {children}
    </Button>
  )
}

/** Asks the server for a file's address, and has the browser download it. Returns the result of the call. */
async function fetchFile(path: string, body: object): Promise<CallResult<FileAnswer>> {
  const answer = await call<FileAnswer>(path, body)
  if (answer.ok) {
    const link = document.createElement('a')
    link.href = answer.value.url
    link.download = ''
    link.click()
  }
  return answer
}
