import type { Context } from '../context.ts'

/** Conversations in every state, made by the same verbs a real one goes through. */
export async function seedConversations(_context: Context, _who: { fanEmail: string }): Promise<void> {}
