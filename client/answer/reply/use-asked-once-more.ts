import { useSession } from '../../api/session.ts'
import type { Device } from '../../db/device.ts'
import { useStored } from '../../store/use-device.ts'
import { useDocuments } from '../../store/use-document.ts'
import { type AskedOnceMore, askedOnceMore } from './asked-once-more.ts'

/** How many of the latest answered questions are searched; a follow-up is asked within thirty days of its answer. */
const LOOKED_THROUGH = 500

/** Returns the follow-ups that the signed-in athlete has not replied to; works offline. */
export function useAskedOnceMore(): AskedOnceMore[] {
  const { account } = useSession()
  const where = { athleteId: account, status: 'completed' } as const
  const answered = useDocuments('questions', { where, limit: LOOKED_THROUGH })
  const conversations = useDocuments('conversations')
  const here = useStored(readReplies)
  return here ? askedOnceMore(answered.rows, conversations.rows, here) : []
}

/** Reads the replies on this device, sent or not. */
export async function readReplies({ takes, outbox }: Device) {
  return {
    takes: await takes.filter(({ purpose }) => purpose === 'reply').sortBy('recordedAt'),
    entries: await outbox.filter(({ name }) => name.startsWith('clarification.')).sortBy('counter'),
  }
}
