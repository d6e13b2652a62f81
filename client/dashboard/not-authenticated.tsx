import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../api/session.ts'
import { signOut } from '../store/account/sign-out.ts'
import { mailAddress } from '../text/mail-address.ts'
import { thisPlace } from '../text/this-place.ts'
import { Button } from '../ui/button.tsx'
import { ScreenHead } from '../ui/screen-head.tsx'
import { showToast } from '../ui/toasts.ts'

/** Tells a user that their account has no dashboard, and offers to write to the team or sign out (S2-2.40, D76). */
export function NotAuthenticated() {
  const { supportEmail } = useSession()
  const navigate = useNavigate()
  const [isLeaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    const result = await signOut()
    setLeaving(false)
    if (result.signedOut) await navigate({ to: '/' })
    else showToast({ text: `Something on ${thisPlace()} has not been sent yet. Wait until it is sent.` })
  }
  return (
    <div className="wrap py-10 md:py-16">
      <ScreenHead
        title="Not this way"
        lead={<span role="alert">Your account could not be authenticated at this time...</span>}
      />
      <p className="mt-4 text-muted">
        {supportEmail && (
          <>
            Write to us at{' '}
            <a href={mailAddress(supportEmail)} className="link text-ink">
              {supportEmail}
            </a>{' '}
            and we look into it.
          </>
        )}
      </p>
      <Button className="mt-8" tone="secondary" icon="logout" loading={isLeaving} onClick={leave}>
        Sign out
      </Button>
    </div>
  )
}
