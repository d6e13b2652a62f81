import { useEffect, useState } from 'react'
import { PRODUCT } from '../../../sync/text/product.ts'
import { useSession } from '../../api/session.ts'
import { mailAddress } from '../../text/mail-address.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

const COMES_AFTER_MS = 10

/** Greets a new athlete before the form (S2-2.23 to S2-2.25, S2-9.22). Once closed, it does not open again. */
export function WelcomeDialog() {
  const { supportEmail } = useSession()
  const [state, setState] = useState<'coming' | 'open' | 'closed'>('coming')
  useEffect(() => {
    const timer = setTimeout(() => setState('open'), COMES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const close = () => setState('closed')
  return (
    <Dialog
      open={state === 'open'}
      onClose={close}
      title={`Good to have you at ${PRODUCT.name}`}
      footer={<Button onClick={close}>Let's get started</Button>}
    >
      <div className="grid gap-3 text-pretty">
        <p>
          First your profile. Once your address is verified, sign in with your email and password to finish
          your payment preferences: that is how your share reaches you.
        </p>
        {supportEmail && (
          <p className="text-muted">
            Anything unclear? Write to{' '}
            <a className="link text-ink" href={mailAddress(supportEmail)}>
              {supportEmail}
            </a>
            .
          </p>
        )}
      </div>
    </Dialog>
  )
}
