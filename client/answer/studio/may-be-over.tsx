import { StatusLine } from '../../ui/status/status-line.tsx'
import { useNow } from '../use-now.ts'

/** Says, once a deadline has passed by this device's clock, that the server decides; nothing before that. */
export function MayBeOver({ dueAt }: { dueAt: number | null }) {
  const now = useNow()
  if (dueAt === null || now < dueAt) return null
  return (
    <StatusLine icon="clock" tone="warning">
      By this device’s clock, the time to answer is over. Our server decides: if there is time left, your
      answer counts; if not, you keep your recording.
    </StatusLine>
  )
}
