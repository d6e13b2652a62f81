import { Button } from '../ui/button.tsx'
import { StatusLine } from '../ui/status/status-line.tsx'

/** Renders the reason why a fetch failed, with a button to try again; nothing when `errorText` is null. */
export function ErrorLine({ errorText, onAgain }: { errorText: string | null; onAgain: () => void }) {
  if (!errorText) return null
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-3">
      <StatusLine icon="warning" tone="warning">
        {errorText}
      </StatusLine>
      <Button tone="secondary" size="small" icon="retry" onClick={onAgain}>
        Try again
      </Button>
    </div>
  )
}
