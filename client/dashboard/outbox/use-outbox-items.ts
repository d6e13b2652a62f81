import { useNow } from '../../answer/use-now.ts'
import { useSession } from '../../app/session.ts'
import { useOnline } from '../../pwa/connection.ts'
import type { Device, OutboxRow, TakeRow } from '../../store/device.ts'
import { useStored } from '../../store/use-device.ts'
import { useDocuments } from '../../store/use-document.ts'
import { type OutboxItem, outboxItems } from './outbox-items.ts'

const LOOKED_THROUGH = 500

/** What of this account is on this device and under way; null while it is being read. */
export function useOutboxItems(): OutboxItem[] | null {
  const { state } = useSession()
  const online = useOnline()
  const now = useNow()
  const here = useStored(readHere)
  const questions = useDocuments('questions', { limit: LOOKED_THROUGH })
  const answers = useDocuments('answers', { limit: LOOKED_THROUGH })
  const conversations = useDocuments('conversations')
  if (!here) return null
  return outboxItems({
    ...here,
    questions: questions.rows,
    answers: answers.rows,
    partners: new Map(conversations.rows.map(({ id, partner }) => [id, partner])),
    online,
    ended: state === 'ended',
    now,
  })
}

async function readHere(device: Device): Promise<{ takes: TakeRow[]; entries: OutboxRow[] }> {
  const [takes, entries] = await Promise.all([device.takes.toArray(), device.outbox.toArray()])
  return { takes, entries }
}
