import { useState } from 'react'
import type { RecoveryCodes } from '../../../sync/account/safety.ts'
import { CALLS } from '../../../sync/paths.ts'
import { Button } from '../../ui/button.tsx'
import { useFocusMoved } from '../../ui/focus-moved.ts'
import { FieldError } from '../../ui/form/field.tsx'
import { useAccountCall } from '../use-account-call.ts'
import { RecoveryCodesCard } from './recovery-codes.tsx'

/** Makes new recovery codes for an account with a second factor, and shows them once. */
export function RenewCodes({ online, onRenewed }: { online: boolean; onRenewed: () => Promise<void> }) {
  const { isBusy, error, send } = useAccountCall()
  const [codes, setCodes] = useState<string[] | null>(null)
  const again = useFocusMoved<HTMLButtonElement>(codes)
  const renew = async () => {
    const renewed = await send<RecoveryCodes>(CALLS.renewCodes, {})
    if (!renewed.ok) return
    setCodes(renewed.value.recoveryCodes)
    // Reload, because the number of codes left is shown next to this card.
    await onRenewed()
  }
  if (codes) return <RecoveryCodesCard codes={codes} of="renewed" onKept={() => setCodes(null)} />
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-muted text-sm text-pretty">New recovery codes replace the ones you have kept.</p>
      <Button
        ref={again}
        tone="secondary"
        icon="retry"
        className="max-sm:w-full"
        loading={isBusy}
        disabled={!online}
        onClick={() => void renew()}
      >
        Make new recovery codes
      </Button>
      <FieldError error={error} />
    </div>
  )
}
