import { type UnsentCounts, useCountedUnsent } from '../store/use-device.ts'
import { StatusLine } from '../ui/status/status-line.tsx'

/** Offline, and what of this person's is safe on the device until the network is back. */
export function UnsentLine() {
  const counts = useCountedUnsent()
  return <StatusLine icon="offline">{counts ? unsentLine(counts) : 'Offline.'}</StatusLine>
}

/** "Offline. 3 answers are safe on this device and will send when you're back." */
export function unsentLine({ answers, replies, questions, intents }: UnsentCounts): string {
  const videos = answers + replies + questions
  const counted = [
    count(answers, 'answer', 'answers'),
    count(replies, 'reply', 'replies'),
    count(questions, 'question', 'questions'),
    // an intent of its own (a decline, a draft) is told only where no video says it already
    videos === 0 ? count(intents, 'change', 'changes') : null,
  ].filter((part) => part !== null)
  if (counted.length === 0) return 'Offline. What you opened before is here.'
  const isOne = (videos || intents) === 1
  return `Offline. ${counted.join(' and ')} ${isOne ? 'is' : 'are'} safe on this device and will send when you're back.`
}

function count(number: number, one: string, more: string): string | null {
  return number === 0 ? null : `${number} ${number === 1 ? one : more}`
}
