import { useState } from 'react'
import type { KnownPerson } from '../../app/session.ts'
import { appendIntent } from '../../store/outbox.ts'
import { useDevice } from '../../store/use-device.ts'
import { Button } from '../../ui/button.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { showToast } from '../../ui/toasts.ts'
import { useOwnProfile } from '../profile/use-own-profile.ts'
import { ConnectButton } from './connect-button.tsx'
import { HandleField } from './handle-field.tsx'
import { SCHEDULE_LINE, SETUP_WORDS } from './setup-words.ts'
import { usePayoutSetup } from './use-payout-setup.ts'

/** How an athlete is paid, and how they change it (S2-1.9); also offline, from what is kept. */
export function PayoutPart({ person }: { person: KnownPerson }) {
  const [isAway, setAway] = useState(false)
  const [isTyping, setTyping] = useState(false)
  const setup = usePayoutSetup(isAway)
  const { profile } = useOwnProfile(person)
  const save = useSaveHandle(person.id, profile?.payoutHandle ?? null)
  if (!setup) return null
  const handle = profile?.payoutHandle ?? null
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
            {words.text}
          </StatusLine>
        )}
        <p className="text-muted text-sm">{SCHEDULE_LINE}</p>
      </div>
      {isTyping ? (
        <HandleForm
          handle={handle ?? ''}
          onClose={() => setTyping(false)}
          onSave={(typed) => void save(typed).then(() => setTyping(false))}
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
            <Button tone="secondary" size="small" onClick={() => void save(null)}>
              Switch to direct deposits
            </Button>
          )}
          {profile && (
            <Button tone="quiet" size="small" onClick={() => setTyping(true)}>
              {handle ? 'Change' : words.connect ? 'Be paid by hand instead' : 'Say where to'}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

type HandleFormProps = { handle: string; onClose: () => void; onSave: (typed: string | null) => void }

function HandleForm({ handle, onClose, onSave }: HandleFormProps) {
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
        <Button type="submit" tone="secondary" size="small">
          Save
        </Button>
        <Button tone="quiet" size="small" onClick={onClose}>
          Leave it
        </Button>
      </div>
    </form>
  )
}

/** Saved here at once, and sent with the next network. */
function useSaveHandle(personId: string, before: string | null) {
  const device = useDevice()
  return async (after: string | null) => {
    if (after === before) return
    try {
      const args = { personId, before: { payoutHandle: before }, after: { payoutHandle: after } }
      await appendIntent(device, { name: 'profile.save', args })
    } catch {
      showToast({ text: 'This could not be saved on this device. Try again.', tone: 'danger' })
    }
  }
}
