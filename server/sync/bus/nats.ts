import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import { connect } from '@nats-io/transport-node'
import type { BrokerAddress } from '../../env-operations.ts'
import { inTime, type Line, PATIENCE_MS, type Trusted } from './line.ts'

/** Opens a connection to NATS. It does not reconnect: the caller opens another one. */
export async function dialNats(
  { hosts, isEncrypted, user, password }: BrokerAddress,
  trusted: Trusted,
): Promise<Line> {
  const connection = await connect({
    servers: hosts,
    name: 'infield',
    reconnect: false,
    timeout: PATIENCE_MS,
    ...(isEncrypted && { tls: { ...trusted, ...identityOf(hosts) } }),
    // NATS treats a user without a password as a token
    ...(user !== null && (password === null ? { token: user } : { user, pass: password })),
  })
  return {
    async publish(messages) {
      for (const { subject, text } of messages) connection.publish(subject, text)
      await inTime(connection.flush())
    },
    subscribe(subject, hear) {
      const subscription = connection.subscribe(subject, {
        callback: (error, message) => {
          if (!error) hear(message.string())
        },
      })
      return () => {
        if (!connection.isClosed()) subscription.unsubscribe()
      }
    },
    settle: () => inTime(connection.flush()),
    lost: connection.closed().then(() => {}),
    close: () => void connection.close().catch(() => {}),
  }
}

/**
 * Checks that the certificate belongs to a host that BUS names. This is needed because the client passes no name
 * for a host given as an IP address, and Node then assumes `localhost`.
 */
function identityOf(hosts: readonly string[]) {
  const names = hosts.map((host) => new URL(`tls://${host}`).hostname.replace(/^\[|\]$/g, ''))
  return {
    checkServerIdentity(_: string, certificate: PeerCertificate) {
      const wrong = names.map((name) => checkServerIdentity(name, certificate))
      return wrong.includes(undefined) ? undefined : wrong[0]
    },
  }
}
