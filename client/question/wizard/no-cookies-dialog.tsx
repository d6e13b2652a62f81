import { refusalText } from '../../text/refusals.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** A question belongs to a browser by a cookie: without one it could be neither sent nor found again. */
export function NoCookiesDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      title="Asking needs cookies"
      onClose={onClose}
      footer={
        <Button tone="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p className="text-lg text-pretty">{refusalText({ code: 'cookies-blocked' })}</p>
      <p className="mt-3 text-muted">Nothing was sent, and nothing was charged.</p>
    </Dialog>
  )
}
