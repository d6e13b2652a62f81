import { useNow } from '../../answer/use-now.ts'
import { useOnline } from '../../api/connection.ts'
import { useSession } from '../../api/session.ts'
import type { Device, OutboxRow, TakeRow } from '../../db/device.ts'
import { takeLock } from '../../media/record/recording.ts'
import { useResubmit } from '../../question/resubmit/use-resubmit.ts'
import { isHeldBack, readSendingChoice } from '../../store/sending/network-preference.ts'
import { SPEED_KEY } from '../../store/sending/speed.ts'
import { useStored } from '../../store/use-device.ts'
import { useDocuments } from '../../store/use-document.ts'
import type { OutboxItem } from './outbox-item.ts'
import { outboxItems, subjectsOf } from './outbox-items.ts'

const LOOKED_THROUGH = 500

/** Returns what this account has under way on this device; null while it is being read. */
export function useOutboxItems(): OutboxItem[] | null {
  const { state, account } = useSession()
  const online = useOnline()
  const now = useNow()
  const here = useStored(readHere)
  useResubmit()
  const latest = useDocuments('questions', { limit: LOOKED_THROUGH })
  // A take may be for a question that is older than the latest ones.
  const own = useDocuments('questions', { where: { id: here ? subjectsOf(here) : [] } })
  const answers = useDocuments('answers', { where: { athleteId: account }, limit: LOOKED_THROUGH })
  const conversations = useDocuments('conversations')
  if (!here) return null
  return outboxItems({
    ...here,
    questions: [...latest.rows, ...own.rows],
    knowsQuestions: own.ready,
    answers: answers.rows,
    partners: new Map(conversations.rows.map(({ id, partner }) => [id, partner])),
    online,
    ended: state === 'ended',
    now,
  })
}

type Here = { takes: TakeRow[]; entries: OutboxRow[]; isHeld: boolean; bytesPerSecond: number | null }

/** Reads what this account has on this device, and how fast it last uploaded. */
export async function readHere(device: Device): Promise<Here> {
  const [takes, entries] = await Promise.all([device.takes.toArray(), device.outbox.toArray()])
  const held = (await navigator.locks.query()).held ?? []
  const running = new Set(held.map(({ name }) => name))
  // A recording that another tab is making right now was not interrupted.
  const isRunning = ({ id, state }: TakeRow) => state === 'recording' && running.has(takeLock(id))
  const isHeld = isHeldBack(await readSendingChoice(device))
  const speed = (await device.settings.get(SPEED_KEY))?.value
  const bytesPerSecond = typeof speed === 'number' ? speed : null
  return { takes: takes.filter((take) => !isRunning(take)), entries, isHeld, bytesPerSecond }
}
