import { createClient } from '@redis/client'
import type { BrokerAddress } from '../../env-operations.ts'
import { inTime, type Line, PATIENCE_MS, type Trusted } from './line.ts'

/**
 * Opens a connection to Redis or Valkey: in fact two, because one that subscribes cannot publish. Neither
 * reconnects: when one is lost, the other is closed too, and the caller opens another pair.
 */
export async function dialRedis(
  { hosts, isEncrypted, user, password }: BrokerAddress,
  trusted: Trusted,
): Promise<Line> {
  const says = createClient({
    url: `${isEncrypted ? 'rediss' : 'redis'}://${hosts[0]}`,
    name: 'infield',
    disableOfflineQueue: true,
    socket: {
      reconnectStrategy: false,
      connectTimeout: PATIENCE_MS,
      ...(isEncrypted && { tls: true as const, ...trusted }),
    },
    ...(user !== null && { username: user }),
    ...(password !== null && { password }),
  })
  const hears = says.duplicate()
  const over = Promise.withResolvers<void>()
  const close = () => {
    for (const client of [says, hears]) if (client.isOpen) client.destroy()
    over.resolve()
  }
  for (const client of [says, hears]) client.on('error', close).on('end', close)
  try {
    await inTime(Promise.all([says.connect(), hears.connect()]))
  } catch (error) {
    close()
    throw error
  }
  let settling: Promise<unknown> = Promise.resolve()
  return {
    async publish(messages) {
      await inTime(Promise.all(messages.map(({ subject, text }) => says.publish(subject, text))))
    },
    subscribe(subject, hear) {
      const subscribed = hears.subscribe(subject, hear)
      settling = Promise.all([settling, subscribed])
      settling.catch(() => {})
      return () => void hears.unsubscribe(subject, hear).catch(() => {})
    },
    settle: async () => void (await inTime(settling)),
    lost: over.promise,
    close,
  }
}
