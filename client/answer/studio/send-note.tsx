import { useOnline } from '../../api/connection.ts'
import { formatMoney } from '../../text/format-money.ts'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { MayBeOver } from './may-be-over.tsx'

type SendNoteProps = {
  shareCents: number
  /** Until when the answer must be announced; null where nothing has to be. */
  dueAt: number | null
}

/** Says what sending means right now, and what the answer earns. */
export function SendNote({ shareCents, dueAt }: SendNoteProps) {
  return (
    <>
      <MayBeOver dueAt={dueAt} />
      <SendsTo shareCents={shareCents} />
    </>
  )
}

function SendsTo({ shareCents }: Pick<SendNoteProps, 'shareCents'>) {
  const online = useOnline()
  if (!online) {
    return (
      <StatusLine icon="offline">
        Offline. Once you send it, it waits here until you are back online.
      </StatusLine>
    )
  }
  if (shareCents === 0) return null
  return <StatusLine icon="money">{formatMoney(shareCents)} is yours once it is delivered.</StatusLine>
}
