import { pino } from 'pino'

/** One JSON line per event; never a token, a private link, a payload or an address. */
export type Log = {
  info(fields: Record<string, unknown>, message: string): void
  warn(fields: Record<string, unknown>, message: string): void
  error(fields: Record<string, unknown>, message: string): void
}

/** The log of a running server. */
export function createLog(level: 'info' | 'warn' | 'silent'): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime })
}
