import { pino } from 'pino'

/** The levels of logging, from everything to nothing. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/**
 * A log with one line per event, never containing a token, a private link, a payload or an address. Errors are
 * passed as `err`. `debug` is for developers: calls, jobs, push messages.
 */
export type Log = {
  debug(fields: Record<string, unknown>, message: string): void
  info(fields: Record<string, unknown>, message: string): void
  warn(fields: Record<string, unknown>, message: string): void
  error(fields: Record<string, unknown>, message: string): void
}

/**
 * An error of our own. Its message describes the problem with ids, codes and counts, never with text that a
 * person wrote or an address, so it is the only kind of error whose message a production log shows.
 */
export class InternalError extends Error {}

/** Thrown when the line for hashing passwords is full. This passes in a moment and is no fault of the request. */
export class HashingCrowded extends InternalError {}

type LogOptions = {
  /** Default: standard output. */
  to?: { write(line: string): void }
  /** Logs errors with message and stack, which may quote personal data; only outside production. */
  isWhole?: boolean
  /** Returns the ids of the current trace, which are added to each line. */
  ids?: () => { traceId?: string; spanId?: string }
}

/** Makes the log of a server, with one JSON object per line. */
export function createLog(level: LogLevel, { to, isWhole = false, ids }: LogOptions = {}): Log {
  const options = {
    level,
    base: null,
    ...(ids && { mixin: ids }),
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: isWhole ? wholeError : loggableError },
    hooks: { streamWrite: withoutTokens },
  }
  return to ? pino(options, to) : pino(options)
}

/** Matches every token and signature: 32 bytes in base64url, or in hex, as their hashes are written. */
const TOKEN = /(?<![\w-])(?:[\w-]{43}|[0-9a-f]{64})(?![\w-])/g

/** Removes tokens from a line, in case a path, a body or an error was logged by mistake. */
const withoutTokens = (line: string) => line.replace(TOKEN, '…')

/** How many causes of an error are logged. */
const CAUSES = 5

/**
 * Returns what production may log about an error: what and where. Only an error of our own keeps its message,
 * because a driver's or library's may quote personal data.
 */
function loggableError(error: unknown, causes = CAUSES): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error }
  const { name, message, stack = '', cause } = error
  const { code, constraint_name: constraint } = error as Error & Record<string, unknown>
  return {
    name,
    ...(error instanceof InternalError && { message }),
    code,
    constraint,
    frames: framesOf(message ? stack.replace(message, '') : stack),
    ...(cause instanceof Error && causes > 0 && { cause: loggableError(cause, causes - 1) }),
  }
}

function framesOf(stack: string): string[] {
  const lines = stack.split('\n').filter((line) => line.startsWith('    at '))
  return lines.map((line) => line.slice(7))
}

/** Returns everything known about an error, including its causes. */
function wholeError(error: unknown, causes = CAUSES): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error, value: String(error) }
  const { name, message, stack, cause } = error
  const facts = Object.entries(error).filter(([key, value]) => key !== 'cause' && Object(value) !== value)
  return {
    ...Object.fromEntries(facts),
    name,
    message,
    stack,
    ...(cause !== undefined && causes > 0 && { cause: wholeError(cause, causes - 1) }),
  }
}
