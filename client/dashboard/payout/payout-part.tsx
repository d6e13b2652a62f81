import { useState } from 'react'
import { CALLS } from '../../../sync/paths.ts'
import type { PayoutSetup } from '../../../sync/payment/payout-account.ts'
import { call, isNetworkError } from '../../api/call.ts'
import { useOnline } from '../../api/connection.ts'
import type { KnownPerson } from '../../api/session.ts'
import { refusalText } from '../../text/refusals.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Button } from '../../ui/button.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { showToast } from '../../ui/toasts.ts'
import { useOwnProfile } from '../profile/use-own-profile.ts'
import { ConnectButton } from './connect-button.tsx'
import { HandleField } from './handle-field.tsx'
import { SCHEDULE_LINE, SETUP_WORDS, setupText, waitingLine } from './setup-words.ts'
import { useChangingSetup } from './use-payout-setup.ts'

/** Renders how an athlete is paid, and how they change it (S2-1.9); offline it shows the stored set-up. */
export function PayoutPart({ person }: { person: KnownPerson }) {
  const [isAway, setAway] = useState(false)
  const [isTyping, setTyping] = useState(false)
  const { setup, change } = useChangingSetup(isAway)
  const { profile } = useOwnProfile(person)
  const { save, isBusy } = useSaveHandle(change)
  const online = useOnline()
  if (!setup) return null
  const handle = profile?.payoutHandle ?? null
  const waiting = setup.waiting ?? []
  const words = SETUP_WORDS[setup.state]
  return (
    <section aria-labelledby="payout-way" className="card grid justify-items-start gap-4 p-5">
      <div className="grid gap-1.5">
        <h2 id="payout-way" className="label text-lg">
          How you are paid
        </h2>
        {handle ? (
          <StatusLine icon="money" live>
            By hand, to “{handle}”.
          </StatusLine>
        ) : (
          <StatusLine icon={words.icon} tone={words.tone} live>
            {setupText(setup)}
          </StatusLine>
        )}
        {waiting.map((each) => (
          <StatusLine key={each.kind} icon="clock" tone="warning" live>
            {waitingLine(each, handle)}
          </StatusLine>
        ))}
        <p className="text-muted text-sm">{SCHEDULE_LINE}</p>
        {!online && <StatusLine icon="offline">You can change this when you are back online.</StatusLine>}
      </div>
      {isTyping ? (
        <HandleForm
          handle={handle ?? ''}
          isBlocked={isBusy || !online}
          onClose={() => setTyping(false)}
          onSave={(typed) => void save(typed).then((isSaved) => isSaved && setTyping(false))}
        />
      ) : (
        <div className="flex flex-wrap gap-x-3 gap-y-2">
          {!handle && words.connect && (
            <ConnectButton
              person={person}
              countryCode={setup.countryCode}
              tone={setup.state === 'ready' ? 'quiet' : 'secondary'}
              onOpened={() => setAway(true)}
            >
              {words.connect}
            </ConnectButton>
          )}
          {handle && words.connect && (
            <BusyButton tone="secondary" size="small" disabled={isBusy || !online} onPress={() => save(null)}>
              Switch to direct deposits
            </BusyButton>
          )}
          {waiting.some(({ kind }) => kind === 'handle') && (
            <BusyButton
              tone="secondary"
              size="small"
              disabled={isBusy || !online}
              onPress={() => save(handle)}
            >
              Keep it as it is
            </BusyButton>
          )}
          {profile && (
            <Button tone="quiet" size="small" onClick={() => setTyping(true)}>
              {handle ? 'Change' : words.connect ? 'Be paid by hand instead' : 'Add your payment app'}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

type HandleFormProps = {
  handle: string
  isBlocked: boolean
  onClose: () => void
  onSave: (typed: string | null) => void
}

function HandleForm({ handle, isBlocked, onClose, onSave }: HandleFormProps) {
  const [typed, setTyped] = useState(handle)
  return (
    <form
      className="grid w-full max-w-md gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        onSave(typed.trim() || null)
      }}
    >
      <HandleField value={typed} onChange={setTyped} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" tone="secondary" size="small" disabled={isBlocked}>
          Save
        </Button>
        <Button tone="quiet" size="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** Saves where an athlete is paid. Needs a network: the server may ask for a second factor, and tells by mail. */
function useSaveHandle(change: (now: PayoutSetup) => Promise<void>) {
  const [isBusy, setBusy] = useState(false)
  const save = async (handle: string | null) => {
    setBusy(true)
    const saved = await call<PayoutSetup>(CALLS.payoutHandle, { handle })
    setBusy(false)
    if (saved.ok) await change(saved.value)
    else {
      const text = isNetworkError(saved)
        ? 'Our server was not reached. Nothing was changed: try again when you are back.'
        : refusalText(saved.refusal)
      showToast({ text, tone: 'danger' })
    }
    return saved.ok
  }
  return { save, isBusy }
}
