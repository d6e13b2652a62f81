import { type Infer, id, line, z } from '../shape.ts'
import { MESSAGE_WAYS, type MessageWay } from './message-again.ts'
import { after } from './requests.ts'
import type { Thing } from './things.ts'

export const MESSAGE_STATES = ['sent', 'waiting', 'stuck'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/**
 * desk/messages: a page of what was mailed or pushed, newest first; all of it, or of one request, of one person or to
 * one address.
 */
export const messagesCall = z.strictObject({
  way: z.enum(MESSAGE_WAYS),
  state: z.nullable(z.enum(MESSAGE_STATES)),
  /** The id of a request, of a person or of a message, or an e-mail address. */
  of: z.nullable(line(254)),
  after,
})
export type MessagesCall = Infer<typeof messagesCall>
export type DeskMessage = {
  id: string
  way: MessageWay
  kind: string
  /** Whom it goes to, by name; null for an address without an account that asked nothing. */
  to: string | null
  about: Thing | null
  state: MessageState
  tries: number
  error: string | null
  orderedAt: number
  sentAt: number | null
  /** Of a push: a device said that it arrived. */
  receivedAt: number | null
}
export type MessagesAnswer = { messages: DeskMessage[]; more: boolean; now: number }

/** desk/message: what one says, as it would be said now. */
export const messageCall = z.strictObject({ way: z.enum(MESSAGE_WAYS), id })
/**
 * `text` has no link that opens anything: a link is its reader's alone. It is null where nothing is left to be said.
 * `maySendAgain` is false where its link was for one moment: whoever wants another one asks for it themselves.
 */
export type MessageAnswer = {
  message: DeskMessage
  address: string | null
  subject: string | null
  text: string | null
  maySendAgain: boolean
}
