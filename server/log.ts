import { pino } from 'pino'

/** One JSON line per event; never a token, a private link, a payload or an address. */
export type Log = {
  info(fields: Record<string, unknown>, message: string): void
  warn(fields: Record<string, unknown>, message: string): void
  error(fields: Record<string, unknown>, message: string): void
}

/** The log of a running server, to standard output unless told where. Errors come as `err`. */
export function createLog(level: 'info' | 'warn' | 'silent', to?: { write(line: string): void }): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: loggableError },
  }
  return to ? pino(options, to) : pino(options)
}

/** An error as it may be logged: what and where. Its message may quote what somebody sent. */
export function loggableError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error }
  const { name, stack = '', code, constraint_name: constraint } = error as Error & Record<string, unknown>
  const frames = String(stack)
    .split('\n')
    .filter((line) => line.startsWith('    at '))
  return { name, code, constraint, frames: frames.map((line) => line.slice(7)) }
}
