import { useEffect } from 'react'
import { Button } from '../ui/button.tsx'
import { StatusLine } from '../ui/status/status-line.tsx'
import { useKeptText } from './kept-words.ts'

type LeftWordsProps = { name: string; sent: string; why: string }

/**
 * Shows words that were typed here and can no longer be sent, because others were sent from elsewhere, until their
 * owner discards them. Forgets those that were sent: the answer to the send was lost. `name` is their settings key.
 */
export function LeftWords({ name, sent, why }: LeftWordsProps) {
  const { text, change } = useKeptText(name)
  const isSent = text !== '' && text.trim() === sent.trim()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` is new at each render
  useEffect(() => {
    if (isSent) change('')
  }, [isSent])
  if (text.trim() === '' || isSent) return null
  return (
    <div className="grid gap-2">
      <StatusLine icon="device">{why} You typed this here, and it was not sent:</StatusLine>
      <blockquote dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
        {text}
      </blockquote>
      <Button tone="quiet" size="small" className="justify-self-start" onClick={() => change('')}>
        Discard it
      </Button>
    </div>
  )
}
