import { useState } from 'react'
import { COPY } from '../../../sync/copy.ts'
import type { RefusalCode } from '../../../sync/errors.ts'
import { CALLS } from '../../../sync/paths.ts'
import type { AccountLinkAnswer, AccountLinkCall } from '../../../sync/payment/payout-account.ts'
import { type CallResult, call, isNetworkError } from '../../api/call.ts'
import { useOnline } from '../../api/connection.ts'
import type { KnownPerson } from '../../api/session.ts'
import { refusalText } from '../../text/refusals.ts'
import { Button, type ButtonTone } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.ts'

type ConnectButtonProps = {
  person: Pick<KnownPerson, 'email'>
  countryCode: string
  tone: ButtonTone
  children: string
  /** Called when the provider's page opens, in another tab if the browser allows it. */
  onOpened: () => void
}

/** Renders the button that opens the provider's sign-up in a new tab (S2-2.56). */
export function ConnectButton({ person, countryCode, tone, children, onOpened }: ConnectButtonProps) {
  const online = useOnline()
  const [isBusy, setBusy] = useState(false)
  const open = async () => {
    // Open the tab during the press, because a browser takes a later one for advertising.
    const tab = window.open('', '_blank')
    // Cut the tab off from this page, because the provider's page has nothing to do with it.
    if (tab) tab.opener = null
    setBusy(true)
    const link = await askForLink(person.email ?? '', countryCode)
    setBusy(false)
    if (!link.ok) {
      tab?.close()
      showToast({ text: linkErrorText(link), tone: 'danger' })
      return
    }
    if (tab) tab.location.replace(link.value.url)
    else location.assign(link.value.url)
    onOpened()
  }
  return (
    <Button
      tone={tone}
      size="small"
      iconAfter="external"
      loading={isBusy}
      disabled={!online}
      onClick={() => void open()}
    >
      {children}
    </Button>
  )
}

/** Asks for a link to the provider, which works once, for a few minutes (S2-7.8). */
export function askForLink(email: string, countryCode: string): Promise<CallResult<AccountLinkAnswer>> {
  const body: AccountLinkCall = { country_code: countryCode, email }
  return call<AccountLinkAnswer>(CALLS.createAccountLink, body)
}

/** Returns what to say when there is no link (S2-8.26); a country the provider does not pay to is no error. */
export function linkErrorText(link: CallResult<AccountLinkAnswer>): string {
  const refusal = !link.ok && !isNetworkError(link) ? link.refusal : null
  return refusal && SAID.includes(refusal.code) ? refusalText(refusal) : COPY.payoutSetup
}

const SAID: readonly RefusalCode[] = [
  'payout-by-hand',
  'deposits-unavailable',
  'step-up-wanted',
  'too-many-requests',
]
