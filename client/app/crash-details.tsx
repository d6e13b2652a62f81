import { useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { describeError } from './describe-error.ts'
import { reportError } from './report-error.ts'

/** Shows the details of an error for support, folded, with a button to copy them. */
export function CrashDetails({ error }: { error: unknown }) {
  const text = detailsOf(error)
  const [isCopied, setCopied] = useState(false)
  useEffect(() => reportError('render', error), [error])
  const copy = () =>
    navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => {},
    )
  return (
    <details className="mt-10 max-w-3xl text-muted text-sm">
      <summary className="label min-h-11 cursor-pointer py-2.5 text-ink">Details</summary>
      <pre className="card max-h-96 overflow-auto whitespace-pre-wrap break-words p-4 text-xs leading-relaxed select-all">
        {text}
      </pre>
      <div className="mt-3">
        <Button tone="secondary" size="small" icon="copy" onClick={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy details'}
        </Button>
      </div>
    </details>
  )
}

/** Returns the error's message and its stack (S1-2.49, S1-2.50). */
function detailsOf(error: unknown): string {
  const said = describeError(error)
  const stack = error instanceof Error ? error.stack : undefined
  return stack?.includes(said) ? stack : [said, stack].filter(Boolean).join('\n')
}
