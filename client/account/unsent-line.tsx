import type { UnsentCounts } from '../store/account/unsent.ts'
import { useCountedUnsent } from '../store/use-device.ts'
import { keepsNothing } from '../text/keeps-nothing.ts'
import { StatusLine } from '../ui/status/status-line.tsx'

/** Says that the app is offline, and how much unsent work of this account is safe on the device. */
export function UnsentLine() {
  const counts = useCountedUnsent()
  return <StatusLine icon="offline">{counts ? unsentLine(counts) : 'Offline.'}</StatusLine>
}

/** Returns the sentence, such as "Offline. 3 answers are safe on this device and will send when you're back." */
export function unsentLine({ answers, replies, questions, changes }: UnsentCounts): string {
  const counted = [
    count(answers, 'answer', 'answers'),
    count(replies, 'reply', 'replies'),
    count(questions, 'question', 'questions'),
    count(changes, 'change', 'changes'),
  ].filter((part) => part !== null)
  if (counted.length === 0) return 'Offline. What you opened before is here.'
  const isOne = answers + replies + questions + changes === 1
  const listed = [counted.slice(0, -1).join(', '), counted.at(-1)].filter(Boolean).join(' and ')
  if (keepsNothing())
    return `Offline. ${listed} ${isOne ? 'waits' : 'wait'} on this page only. Keep it open until ${isOne ? 'it is' : 'they are'} sent.`
  return `Offline. ${listed} ${isOne ? 'is' : 'are'} safe on this device and will send when you're back.`
}

function count(number: number, one: string, more: string): string | null {
  return number === 0 ? null : `${number} ${number === 1 ? one : more}`
}
