import { useEffect, useState, useSyncExternalStore } from 'react'
import { Sender } from './sender.ts'
import type { SenderFacts } from './sender-facts.ts'
import type { SenderState } from './sender-state.ts'

/** The state of sending that the last step shows, and the sender that its buttons call. */
export type SendingView = SenderState & { sender: Sender }

/** Creates the sender of the question that is being written, and stops its waiting on unmount. */
export function useSending(facts: SenderFacts): SendingView {
  const [sender] = useState(() => new Sender(facts))
  sender.facts = facts
  useEffect(() => () => sender.cancel(), [sender])
  const state = useSyncExternalStore(sender.subscribe, sender.getState, sender.getState)
  return { ...state, sender }
}
