import type { Tx } from './sql.ts'

/**
 * Lets an open transaction last and idle for ever, for a lock that is held as long as its session lives, and makes it
 * read-only, so that it holds back no feed. Where the machine at its other end vanishes, Postgres ends it within a
 * minute: after 15 s of silence it asks every 5 s, and gives up after 45 s without an answer (s; the last value ms).
 * By the usual settings of its host that takes two hours, for which nobody else would get the lock. They are set
 * here and not when a connection is made, because a pooler refuses parameters that it does not know.
 */
export async function letLast(tx: Tx): Promise<void> {
  await tx`select set_config('transaction_read_only', 'on', true), set_config('transaction_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true), set_config('tcp_keepalives_idle', '15', true),
    set_config('tcp_keepalives_interval', '5', true), set_config('tcp_keepalives_count', '6', true),
    set_config('tcp_user_timeout', '45000', true)`
}
