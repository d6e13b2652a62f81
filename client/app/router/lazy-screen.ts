import { lazyRouteComponent } from '@tanstack/react-router'
import { canReachServer } from '../../api/connection.ts'

/**
 * Loads a screen when it is first needed. When a part cannot be loaded, as after a new release, the router
 * reloads the page, which loses what the user has typed. That helps only if the server answers; without a network
 * the error shows in place of the screen.
 */
export function lazyScreen<Parts extends Record<string, unknown>, Name extends keyof Parts & string>(
  load: () => Promise<Parts>,
  name: Name,
) {
  return lazyRouteComponent<Parts, Name>(() => load().catch(tellMissing), name)
}

/** Changes the message while there is no network, because the router reloads the page by how the message begins. */
async function tellMissing(error: unknown): Promise<never> {
  if (!(error instanceof Error) || (await canReachServer())) throw error
  throw new Error(`Without a network: ${error.message}`, { cause: error })
}
