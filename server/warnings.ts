import type { Env } from './env.ts'

/**
 * What whoever runs this server should mend although it serves: a sentence for each. They are said at the start and stand
 * on the desk's System page, where only the team reads them.
 */
export function warningsOf({ mode, clientAddressHeader }: Env): string[] {
  if (mode !== 'production' || clientAddressHeader) return []
  return [
    'CLIENT_ADDRESS_HEADER is not set. This server speaks http, so everybody comes through a proxy, and all of them share one address and its limits: thirty wrong passwords shut signing in for everybody. Set it to the header in which your proxy tells the address of the client.',
  ]
}
