import { lazyRouteComponent } from '@tanstack/react-router'
import { canReachServer } from '../../api/connection.ts'

/**
 * A screen that is loaded when it is first needed. The router reads the whole page anew when a part of it cannot be had,
 * as after a new version: that is worth what is typed on it only where the server answers. Without a network the error
 * is told where the screen would stand.
 */
export function lazyScreen<Parts extends Record<string, unknown>, Name extends keyof Parts & string>(
  load: () => Promise<Parts>,
  name: Name,
) {
  return lazyRouteComponent<Parts, Name>(() => load().catch(tellMissing), name)
}

/** The router knows what to read anew by how the message begins. */
async function tellMissing(error: unknown): Promise<never> {
  if (!(error instanceof Error) || (await canReachServer())) throw error
  throw new Error(`Without a network: ${error.message}`, { cause: error })
}
