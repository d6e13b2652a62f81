import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { showToast } from './toasts.ts'

const COPIED_MS = 2_000

type CopyButtonProps = { text: string; label: string; wide?: boolean; size?: 'small'; icon?: 'copy' | 'link' }

/** Renders a button that copies a text to the clipboard and says so for two seconds. */
export function CopyButton({ text, label, wide, size, icon = 'copy' }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    // A page without a secure connection has no clipboard.
    const copied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    )
    if (copied) setCopied(true)
    else showToast({ text: `Copy this: ${text}` })
  }
  return (
    <>
      <Button
        tone="secondary"
        icon={isCopied ? 'check' : icon}
        wide={wide}
        size={size}
        onClick={() => void copy()}
      >
        {isCopied ? 'Copied!' : label}
      </Button>
      <span role="status" className="sr-only">
        {isCopied && 'Copied!'}
      </span>
    </>
  )
}
