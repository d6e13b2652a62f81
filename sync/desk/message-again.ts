import { id, z } from '../shape.ts'

export const MESSAGE_WAYS = ['mail', 'push'] as const
export type MessageWay = (typeof MESSAGE_WAYS)[number]

/** The `message.send-again` intent: sends the same kind of message again, written from what is true now. */
export const messageAgain = z.strictObject({ way: z.enum(MESSAGE_WAYS), messageId: id, newId: id })
