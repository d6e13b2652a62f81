import { useOnline } from '../../api/connection.ts'
import { Button } from '../../ui/button.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import type { SavedAnswer } from './use-saved-answer.ts'

/** Keeps the answer on this device, or gives its room back. */
export function SaveOffline({ saved: { state, save, forget } }: { saved: SavedAnswer }) {
  const online = useOnline()
  if (state === 'saved')
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <StatusLine icon="check" tone="success" live>
          Saved on this device
        </StatusLine>
        <Button tone="quiet" size="small" onClick={() => void forget()}>
          Remove it
        </Button>
      </div>
    )
  return (
    <div className="grid justify-items-start gap-1">
      <Button
        tone="secondary"
        size="small"
        icon="download"
        loading={state === 'saving'}
        disabled={!online || state === 'looking'}
        onClick={() => void save()}
      >
        Save for offline
      </Button>
      {state === 'failed' && (
        <StatusLine icon="warning" tone="warning" live>
          It could not be saved: cut off, or no room for it here.
        </StatusLine>
      )}
    </div>
  )
}
