import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.ts'

const COPIED_MS = 2_000

type CopyButtonProps = { text: string; label: string; wide?: boolean }

/** Copies a text, and says so for two seconds. */
export function CopyButton({ text, label, wide }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    // a page without a secure connection has no clipboard
    const copied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    )
    if (copied) setCopied(true)
    else showToast({ text: `Copy this: ${text}` })
  }
  return (
    <>
      <Button tone="secondary" icon={isCopied ? 'check' : 'copy'} wide={wide} onClick={() => void copy()}>
        {isCopied ? 'Copied!' : label}
      </Button>
      <span role="status" className="sr-only">
        {isCopied && 'Copied!'}
      </span>
    </>
  )
}
