import { StatusLine } from '../../ui/status/status-line.tsx'
import { OthersGo } from '../studio/other-takes.tsx'
import { SendNote } from '../studio/send-note.tsx'

/** Says what sending means: no money moves, and which recordings go. */
export function ReplyNote({ goes }: { goes: readonly string[] }) {
  return (
    <>
      <SendNote shareCents={0} dueAt={null} />
      <StatusLine icon="info">It is free, and you earn nothing from it.</StatusLine>
      <OthersGo goes={goes} />
    </>
  )
}
