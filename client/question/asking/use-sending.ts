import { useEffect, useState, useSyncExternalStore } from 'react'
import { Sender, type SenderFacts, type SenderState } from './sender.ts'

/** What the last step shows of sending, and what its buttons do. */
export type SendingView = SenderState & { sender: Sender }

/** Sends the question that is being written; left, it waits for nothing any more. */
export function useSending(facts: SenderFacts): SendingView {
  const [sender] = useState(() => new Sender(facts))
  sender.facts = facts
  useEffect(() => () => sender.cancel(), [sender])
  const state = useSyncExternalStore(sender.subscribe, sender.getState, sender.getState)
  return { ...state, sender }
}
