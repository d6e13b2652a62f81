import { pino } from 'pino'

/** How much is logged, from everything to nothing. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/**
 * One line per event; never a token, a private link, a payload or an address. Errors come as `err`. `debug` is for whoever
 * works on the server: calls, jobs, pushes.
 */
export type Log = {
  debug(fields: Record<string, unknown>, message: string): void
  info(fields: Record<string, unknown>, message: string): void
  warn(fields: Record<string, unknown>, message: string): void
  error(fields: Record<string, unknown>, message: string): void
}

/**
 * An error of our own. Its message says what went wrong by ids, codes and counts, and never holds anything that a person
 * wrote or an address: it is the only kind of error whose message a production log shows.
 */
export class InternalError extends Error {}

/** So many wait for a password to be hashed that nobody else may: over in a moment, and no fault of what was asked. */
export class HashingCrowded extends InternalError {}

type LogOptions = {
  /** Standard output otherwise. */
  to?: { write(line: string): void }
  /** Errors with their message and stack, which may quote what somebody sent: outside production. */
  isWhole?: boolean
  /** Under which ids a line is found beside the trace of what is under way. */
  ids?: () => { traceId?: string; spanId?: string }
}

/** The log of a server, one JSON object a line. */
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

/** Every token there is, and every signature: 32 bytes in base64url or in hex, which is how their hashes are written. */
const TOKEN = /(?<![\w-])(?:[\w-]{43}|[0-9a-f]{64})(?![\w-])/g

/** The last guard: whoever logs a path, a body or an error by mistake logs no token with it. */
const withoutTokens = (line: string) => line.replace(TOKEN, '…')

/** So far a chain of causes is followed. */
const CAUSES = 5

/**
 * An error as production may log it: what and where. Only an error of our own keeps its message; that of a driver or a
 * library may quote what somebody sent.
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

/** Everything there is to know about an error, its causes included. */
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
