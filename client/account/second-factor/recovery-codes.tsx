import { PRODUCT } from '../../../sync/text/product.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.ts'

type RecoveryCodesProps = { codes: readonly string[]; of: keyof typeof SAID; onKept: () => void }

const SAID = {
  app: 'From now on signing in takes a code as well. Keep these recovery codes where your phone is not: each one stands in for the app once. They are not shown again.',
  renewed:
    'These are your recovery codes from now on; those of before no longer work. Keep them where your phone and your devices are not. They are not shown again.',
  passkey:
    'From now on signing in takes a passkey. Keep these recovery codes where your devices are not: with your password, each one stands in for a passkey once. They are not shown again.',
}

/** The form that was longer ended further down the page than this begins. */
const intoView = (line: HTMLElement | null) => line?.scrollIntoView({ block: 'nearest' })

/** Shown once: whoever loses the app or the passkey comes in by one of these. */
export function RecoveryCodesCard({ codes, of, onKept }: RecoveryCodesProps) {
  const copy = async () => {
    await navigator.clipboard.writeText([`${PRODUCT.name} recovery codes`, ...codes].join('\n'))
    showToast({ text: 'The codes are copied.' })
  }
  return (
    <div className="grid gap-4">
      <p ref={intoView} className="scroll-mt-24 text-pretty" role="status">
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
