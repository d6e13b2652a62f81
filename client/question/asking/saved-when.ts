import { formatAgo } from '../../text/format.ts'
import { keepsNothing } from '../../text/keeps-nothing.ts'

/** Says where and when a draft of this device was saved: "Saved on this device 5 min ago". */
export function savedWhen(savedAt: number): string {
  const ago = formatAgo(savedAt, Date.now())
  return keepsNothing() ? `Saved ${ago}, on this page only` : `Saved on this device ${ago}`
}
