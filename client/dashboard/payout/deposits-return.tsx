import { useEffect, useState } from 'react'
import type { PayoutSetup } from '../../../sync/payment/payout-account.ts'
import type { KnownPerson } from '../../api/session.ts'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { askForLink, linkErrorText } from './connect-button.tsx'
import { usePayoutSetup } from './use-payout-setup.ts'

/** Renders the return from the provider: `back` when its page was left, `again` when its link was too old or used. */
export function DepositsReturn({ person, how }: { person: KnownPerson; how: unknown }) {
  if (how === 'back') return <Back />
  return how === 'again' ? <Again person={person} /> : null
}

function Back() {
  const setup = usePayoutSetup(false)
  if (!setup) return null
  return (
    <StatusLine icon={setup.state === 'ready' ? 'check' : 'info'} live>
      {SAID[setup.state] ??
        'Your sign-up at the payment provider is not finished. You can continue at any time.'}
    </StatusLine>
  )
}

const SAID: Partial<Record<PayoutSetup['state'], string>> = {
  ready: 'Direct deposits are set up. You can close this tab.',
  restricted: 'The payment provider has what you gave it, and asks for more or is still looking at it.',
  disconnected: 'Your account at the payment provider is no longer connected.',
}

/** Opens a new link at once, so that nobody has to press a button again because a page was open for too long. */
function Again({ person }: { person: KnownPerson }) {
  const [errorText, setErrorText] = useState<string | null>(null)
  const { email = '' } = person
  useEffect(() => {
    let isOver = false
    void askForLink(email, '').then((link) => {
      if (isOver) return
      if (link.ok) location.replace(link.value.url)
      else setErrorText(linkErrorText(link))
    })
    return () => {
      isOver = true
    }
  }, [email])
  return (
    <StatusLine icon={errorText ? 'warning' : 'external'} tone={errorText ? 'danger' : 'plain'} live>
      {errorText ?? 'Going on to the payment provider'}
    </StatusLine>
  )
}
