import { useUnsent } from '../store/use-device.ts'
import { StatusLine } from '../ui/status/status-line.tsx'

/** Offline, and what of this person's is safe on the device until the network is back. */
export function UnsentLine() {
  const { answers, questions, intents } = useUnsent()
  return <StatusLine icon="offline">{unsentLine({ answers, questions, intents })}</StatusLine>
}

type Unsent = { answers: number; questions: number; intents: number }

/** "Offline. 3 answers are safe on this device and will send when you're back." */
export function unsentLine({ answers, questions, intents }: Unsent): string {
  const counted = [count(answers, 'answer'), count(questions, 'question')].filter((part) => part !== null)
  // an intent of its own (a decline, a draft) is told only where no video says it already
  const things = counted.length > 0 ? counted : [count(intents, 'change')].filter((part) => part !== null)
  if (things.length === 0) return 'Offline. What you opened before is here.'
  const isOne = answers + questions === 1 || (answers + questions === 0 && intents === 1)
  return `Offline. ${things.join(' and ')} ${isOne ? 'is' : 'are'} safe on this device and will send when you're back.`
}

function count(number: number, noun: string): string | null {
  if (number === 0) return null
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
