import { useState } from 'react'
import type { DeskCode } from '../../../sync/desk/office.ts'
import { CODE_UNDO_MS } from '../../../sync/limits.ts'
import { useOnline } from '../../api/connection.ts'
import { formatDateTime } from '../../text/format.ts'
import { formatMoney } from '../../text/format-money.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/status/badge.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { act, sendAct } from './send-act.ts'

type CodeLineProps = { code: DeskCode; now: number; onChanged: () => void }

/**
 * Renders one discount code: its discount, how often fans used it, and a button to end it. An admin can undo the
 * end for ten minutes.
 */
export function CodeLine({ code, now, onChanged }: CodeLineProps) {
  const online = useOnline()
  const [isAsking, setAsking] = useState(false)
  const { id: codeId, label, endedAt } = code
  const state = stateOf(code, now)
  // Uses come back when requests end, so a code that is used up may lower prices again.
  const mayEnd = !state || state === 'Used up'
  const restore = async () => {
    await sendAct({ name: 'code.restore', args: { codeId } }, 'The code is valid again.', {
      'not-found': 'The code is valid already.',
      'changed-meanwhile': 'It ended more than ten minutes ago. Make a new code instead.',
    })
    onChanged()
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="label [overflow-wrap:anywhere]">{label}</p>
        <p className="figures text-muted text-sm">{factsOf(code)}</p>
      </div>
      {state && <Badge tone={state === 'Used up' ? 'warning' : 'plain'}>{state}</Badge>}
      {endedAt !== null && now - endedAt < CODE_UNDO_MS && (
        <BusyButton
          tone="quiet"
          size="small"
          disabled={!online}
          aria-label={`Undo the end of ${label}`}
          onPress={restore}
        >
          Undo
        </BusyButton>
      )}
      {mayEnd && (
        <Button
          tone="quiet"
          size="small"
          disabled={!online}
          aria-label={`End ${label}`}
          onClick={() => setAsking(true)}
        >
          End
        </Button>
      )}
      {isAsking && <EndDialog code={code} onClose={() => setAsking(false)} onEnded={onChanged} />}
    </li>
  )
}

type EndDialogProps = { code: DeskCode; onClose: () => void; onEnded: () => void }

function EndDialog({ code: { id: codeId, label }, onClose, onEnded }: EndDialogProps) {
  const end = async () => {
    const outcome = await act({ name: 'code.end', args: { codeId } }, 'The code has ended.', {
      'not-found': 'The code has ended already.',
    })
    onEnded()
    return outcome
  }
  return (
    <ConfirmDialog
      title="End this code?"
      action="End the code"
      keep="Keep it"
      onConfirm={end}
      onClose={onClose}
    >
      <p className="[overflow-wrap:anywhere]">
        “{label}” no longer lowers prices. Requests that have it keep what they were promised. You can undo
        this for ten minutes; after that, only a new code helps.
      </p>
    </ConfirmDialog>
  )
}

function factsOf({ off, value, used, maxUses, maxUsesEach, expiresAt }: DeskCode): string {
  return [
    `${off === 'percent' ? `${value} %` : formatMoney(value)} off`,
    maxUses === null ? `used ${used === 1 ? 'once' : `${used} times`}` : `used ${used} of ${maxUses} times`,
    maxUsesEach === null
      ? null
      : maxUsesEach === 1
        ? 'once for each fan'
        : `${maxUsesEach} times for each fan`,
    expiresAt === null ? null : `until ${formatDateTime(expiresAt)}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

function stateOf({ endedAt, expiresAt, used, maxUses }: DeskCode, now: number) {
  if (endedAt !== null) return 'Ended'
  if (expiresAt !== null && expiresAt <= now) return 'Expired'
  return maxUses !== null && used >= maxUses ? 'Used up' : null
}
