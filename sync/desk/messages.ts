import { type Infer, id, line, z } from '../shape.ts'
import { MESSAGE_WAYS, type MessageWay } from './message-again.ts'
import { after } from './requests.ts'
import type { Thing } from './things.ts'

export const MESSAGE_STATES = ['sent', 'waiting', 'stuck', 'not-sent'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/**
 * Why a message went to nobody: another one tells what became of its question; its reader left the team or may no
 * longer know; there is no address, or no device; each push service refused it for good; or an
 * admin gave it up.
 */
export type NotSentBecause =
  | 'no-longer-true'
  | 'may-no-longer-read'
  | 'no-address'
  | 'no-device'
  | 'refused'
  | 'dropped'

/**
 * The `desk/messages` call: a page of the mails or push messages, newest first; all of them, or those about one
 * request, for one person or to one address.
 */
export const messagesCall = z.strictObject({
  way: z.enum(MESSAGE_WAYS),
  state: z.nullable(z.enum(MESSAGE_STATES)),
  /** The id of a request, of a person or of a message, or an email address. */
  of: z.nullable(line(254)),
  after,
})
export type MessagesCall = Infer<typeof messagesCall>
export type DeskMessage = {
  id: string
  way: MessageWay
  kind: string
  /**
   * The recipient's name, or the address of somebody without an account, empty once it is no longer kept. Null
   * where there was nobody to send it to: the address has no account and has asked nothing.
   */
  to: string | null
  about: Thing | null
  state: MessageState
  tries: number
  error: string | null
  orderedAt: number
  /** Null as well for a message that went to nobody. */
  sentAt: number | null
  notSentBecause: NotSentBecause | null
  /** When the device reported that a push message had arrived. */
  receivedAt: number | null
}
export type MessagesAnswer = { messages: DeskMessage[]; more: boolean; now: number }

/** The `desk/message` call: returns one message, as it would be written now. */
export const messageCall = z.strictObject({ way: z.enum(MESSAGE_WAYS), id })
/**
 * `text` contains no link that opens anything, because a link belongs to its reader alone; null where nothing is
 * left to be said. `isStillTrue` is false where another message tells what became of its question: then nobody gets
 * it any more; a server of yesterday does not say. `maySendAgain` is false if it was sent before that, and where the
 * message carried a short-lived link, which its reader has to request again.
 */
export type MessageAnswer = {
  message: DeskMessage
  address: string | null
  subject: string | null
  text: string | null
  isStillTrue?: boolean
  maySendAgain: boolean
}
