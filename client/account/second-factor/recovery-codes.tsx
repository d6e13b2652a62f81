import { PRODUCT } from '../../../sync/text/product.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.ts'

type RecoveryCodesProps = { codes: readonly string[]; of: keyof typeof SAID; onKept: () => void }

const SAID = {
  app: 'From now on signing in takes a code as well. Keep these recovery codes somewhere other than your phone: each one works once in place of a code from the app. Any codes you had before no longer work. We do not show them again.',
  renewed:
    'These are your new recovery codes; the old ones no longer work. Keep them somewhere other than your devices. We do not show them again.',
  passkey:
    'From now on signing in takes a passkey. Keep these recovery codes somewhere other than your devices: with your password, each one works once in place of a passkey. We do not show them again.',
}

/**
 * Scrolls the card into view, because the form before it was longer and the card begins further up. The first line
 * takes the focus of the button that was pressed there.
 */
function intoView(card: HTMLElement | null) {
  const first = card?.querySelector('p')
  // Scroll to the whole card for its buttons, then to its first line, which matters most.
  for (const part of [card, first]) part?.scrollIntoView({ block: 'nearest' })
  first?.focus({ preventScroll: true })
}

/** Shows the recovery codes once. A user who loses the app or the passkey signs in with one of them. */
export function RecoveryCodesCard({ codes, of, onKept }: RecoveryCodesProps) {
  const copy = async () => {
    await navigator.clipboard.writeText([`${PRODUCT.name} recovery codes`, ...codes].join('\n'))
    showToast({ text: 'The codes are copied.' })
  }
  return (
    <div ref={intoView} className="grid scroll-mt-24 gap-4">
      <p tabIndex={-1} className="scroll-mt-24 text-pretty" role="status">
        {SAID[of]}
      </p>
      <ul className="card figures label grid gap-y-2 bg-sunken p-4 max-sm:text-xs">
        {codes.map((code) => (
          <li key={code} className="break-words">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onKept}>I have kept them</Button>
        <Button tone="secondary" icon="copy" onClick={() => void copy()}>
          Copy them
        </Button>
      </div>
    </div>
  )
}
