import { id, z } from '../shape.ts'

export const MESSAGE_WAYS = ['mail', 'push'] as const
export type MessageWay = (typeof MESSAGE_WAYS)[number]

/** message.send-again: the same once more, with what is true now. */
export const messageAgain = z.strictObject({ way: z.enum(MESSAGE_WAYS), messageId: id, newId: id })
