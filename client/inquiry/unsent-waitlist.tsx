import { useEffect, useState } from 'react'
import type { Device } from '../db/device.ts'
import { readTyped } from '../store/account/typed-forms.ts'
import { useStored } from '../store/use-device.ts'
import { useForm } from './use-form.ts'
import { WaitlistForm } from './waitlist-form.tsx'

/**
 * Shows the form for the waitlist below a sign-up that was begun, if the server refused it or it was filled in and not
 * sent: the page's first step, which has it otherwise, is hidden then. Nothing if there is no such form.
 */
export function UnsentWaitlist() {
  const refused = useStored(countRefused) ?? 0
  const [isShown, setShown] = useState(isFilled)
  useEffect(() => {
    // The form takes what was refused out of the outbox, and stays.
    if (refused > 0) setShown(true)
  }, [refused])
  return isShown ? <Unsent /> : null
}

function Unsent() {
  const form = useForm('waitlist.send')
  return (
    <section className="grid grid-cols-1 gap-3 border-t pt-8">
      <h2 className="display text-2xl">Your place on the waitlist</h2>
      {form.stage.at !== 'sent' && (
        <p className="text-muted text-pretty">
          We do not have this form of yours. With your signup code, you need no place on the waitlist.
        </p>
      )}
      <WaitlistForm form={form} />
    </section>
  )
}

function isFilled(): boolean {
  const { socialPlatform, socialAccount, email } = readTyped('waitlist.send')
  return [socialPlatform, socialAccount, email].every((text) => text?.trim())
}

function countRefused({ outbox }: Device): Promise<number> {
  const refused = outbox.where('state').equals('refused')
  return refused.and(({ name }) => name === 'waitlist.send').count()
}
