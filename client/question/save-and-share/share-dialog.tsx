import { type FormEvent, useCallback, useEffect, useState } from 'react'
import type { SharesAnswer } from '../../../sync/answer/share.ts'
import { CALLS } from '../../../sync/paths.ts'
import { type CallResult, call, isNetworkError } from '../../api/call.ts'
import { newId } from '../../api/new-id.ts'
import { formatDate } from '../../text/format-date.ts'
import { refusalText } from '../../text/refusals.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { noteTold } from '../../ui/toasts.ts'

type Shares = SharesAnswer['shares']

const NOT_REACHED = 'We could not be reached. Try again in a moment.'
const callErrorText = (failed: Extract<CallResult<unknown>, { ok: false }>) =>
  isNetworkError(failed) ? NOT_REACHED : refusalText(failed.refusal)

/** Renders the dialog that lists the answer's links and makes new ones. A link that is turned off opens nothing. */
export function ShareDialog({ token, onClose }: { token: string; onClose: () => void }) {
  const { shares, errorText, isBusy, make, revoke } = useShares(token)
  const [name, setName] = useState('')
  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() && (await make(name.trim()))) setName('')
  }
  return (
    <Dialog open onClose={onClose} title="Share the answer">
      <div className="grid gap-6">
        <p className="text-sm">
          Anyone with the link can watch the answer and read your question. They do not see the payment, and
          cannot rate or tip. You can turn the link off at any time.
        </p>
        <form onSubmit={add} noValidate className="flex items-end gap-3">
          <div className="flex-1">
            <TextField
              label="Who is it for?"
              value={name}
              readOnly={isBusy}
              limit={40}
              autoComplete="off"
              onChange={(event) => setName(event.currentTarget.value)}
              data-autofocus
            />
          </div>
          <Button type="submit" loading={isBusy} disabled={name.trim() === ''}>
            Make a link
          </Button>
        </form>
        {errorText && (
          <StatusLine icon="warning" tone="danger" live>
            {errorText}
          </StatusLine>
        )}
        {shares && shares.length > 0 && (
          <ul className="divide-y border-y">
            {shares.map((share) => (
              <li key={share.id} className="flex flex-wrap items-center gap-3 py-3">
                <p className="flex-1 max-sm:basis-full [overflow-wrap:anywhere]">
                  <span className="label block">{share.name}</span>
                  <span className="figures text-muted text-sm">since {formatDate(share.createdAt)}</span>
                </p>
                <CopyButton text={`${location.origin}${share.path}`} label="Copy" size="small" icon="link" />
                <BusyButton
                  tone="quiet"
                  size="small"
                  aria-label={`Turn off the link for ${share.name}`}
                  onPress={() => revoke(share)}
                >
                  Turn off
                </BusyButton>
              </li>
            ))}
          </ul>
        )}
        {shares?.length === 0 && <p className="text-muted text-sm">Nobody has a link yet.</p>}
      </div>
    </Dialog>
  )
}

function useShares(token: string) {
  const [shares, setShares] = useState<Shares | null>(null)
  const [errorText, setErrorText] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const look = useCallback(async () => {
    const found = await call<SharesAnswer>(CALLS.shares, { token })
    if (found.ok) setShares(found.value.shares)
    setErrorText(found.ok ? null : callErrorText(found))
  }, [token])
  useEffect(() => {
    void look()
  }, [look])
  const ask = async (path: string, body: object) => {
    setBusy(true)
    const answer = await call(path, { token, ...body })
    setBusy(false)
    if (answer.ok) await look()
    else setErrorText(callErrorText(answer))
    return answer.ok
  }
  return {
    shares,
    errorText,
    isBusy,
    make: async (name: string) => {
      const isMade = await ask(CALLS.share, { linkId: newId(), name })
      if (isMade) noteTold({ text: `You made a link to your answer for ${name}`, tone: 'success' })
      return isMade
    },
    revoke: async ({ id: linkId, name }: Shares[number]) => {
      if (await ask(CALLS.unshare, { linkId }))
        noteTold({ text: `You turned off the link for ${name}`, tone: 'success' })
    },
  }
}
