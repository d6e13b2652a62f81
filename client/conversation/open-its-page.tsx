import { useNavigate } from '@tanstack/react-router'
import type { AskStatusAnswer } from '../../sync/calls.ts'
import { CALLS } from '../../sync/paths.ts'
import { call, isNetworkError } from '../api/call.ts'
import { useOnline } from '../api/connection.ts'
import { refusalText } from '../text/refusals.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { StatusLine } from '../ui/status/status-line.tsx'
import { showToast } from '../ui/toasts.ts'

/**
 * Opens the private page of one's own question, where it is withdrawn, paid again, rated, tipped and followed up
 * (D41). The press asks for the link, because documents on devices keep no secret.
 */
export function OpenItsPage({ questionId }: { questionId: string }) {
  const online = useOnline()
  const navigate = useNavigate()
  const open = async () => {
    const status = await call<AskStatusAnswer>(CALLS.askStatus, { questionId })
    const token = status.ok ? status.value.viewPath?.split('/').at(-1) : undefined
    if (token) return navigate({ to: '/view/$token', params: { token } })
    const isRefused = !status.ok && !isNetworkError(status)
    showToast({ text: isRefused ? refusalText(status.refusal) : NOT_REACHED, tone: 'danger' })
  }
  return (
    <div className="mt-2 grid justify-items-start gap-1">
      <BusyButton tone="secondary" size="small" icon="arrow-right" disabled={!online} onPress={open}>
        Open its page
      </BusyButton>
      {!online && <StatusLine icon="offline">Its page needs a network.</StatusLine>}
    </div>
  )
}

const NOT_REACHED = 'We could not be reached, so its page cannot be opened. Try again in a moment.'
