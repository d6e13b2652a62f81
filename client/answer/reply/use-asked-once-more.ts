import { useSession } from '../../api/session.ts'
import type { Device } from '../../db/device.ts'
import { useStored } from '../../store/use-device.ts'
import { useDocuments } from '../../store/use-document.ts'
import { type AskedOnceMore, askedOnceMore } from './asked-once-more.ts'

/** So many of the latest answered questions are looked through: something is asked once more within thirty days. */
const LOOKED_THROUGH = 500

/** What the signed-in athlete was asked once more and has not replied to, the same with and without a network. */
export function useAskedOnceMore(): AskedOnceMore[] {
  const { account } = useSession()
  const where = { athleteId: account, status: 'completed' } as const
  const answered = useDocuments('questions', { where, limit: LOOKED_THROUGH })
  const conversations = useDocuments('conversations')
  const here = useStored(readReplies)
  return here ? askedOnceMore(answered.rows, conversations.rows, here) : []
}

/** The replies on this device, sent or not. */
export async function readReplies({ takes, outbox }: Device) {
  return {
    takes: await takes.filter(({ purpose }) => purpose === 'reply').sortBy('recordedAt'),
    entries: await outbox.filter(({ name }) => name.startsWith('clarification.')).sortBy('counter'),
  }
}
