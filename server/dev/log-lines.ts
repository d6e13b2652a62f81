const DIM = '\u001b[2m'
const RED = '\u001b[31m'
const YELLOW = '\u001b[33m'
const PLAIN = '\u001b[0m'

/** pino's numbers for its levels. */
const LEVELS: Record<number, [name: string, colour: string]> = {
  10: ['trace', DIM],
  20: ['debug', DIM],
  30: ['info ', PLAIN],
  40: ['warn ', YELLOW],
  50: ['error', RED],
  60: ['fatal', RED],
}

type Line = { level: number; time: string; msg: string; err?: Whole } & Record<string, unknown>
type Whole = { stack?: string; name?: string; cause?: Whole } & Record<string, unknown>

/** Formats a line of the log for people: time, level, message and details, with a stack on lines of its own. */
export function readableLine(json: string, isColoured: boolean): string {
  const { level, time, msg, err, ...facts } = JSON.parse(json) as Line
  const [name, colour] = LEVELS[level] ?? [String(level), PLAIN]
  const told = Object.entries(facts).map(([key, value]) => `${key}=${inLine(value)}`)
  const head = [time.slice(11, 23), name, msg, ...told].join(' ')
  const text = [head, ...(err ? [errorText(err)] : [])].join('\n')
  return isColoured ? `${colour}${text}${PLAIN}\n` : `${text}\n`
}

const inLine = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Formats an error. Its stack begins with the name and the message. */
function errorText({ stack, name, message: _message, cause, ...facts }: Whole): string {
  const told = Object.entries(facts).map(([key, value]) => `    ${key}: ${inLine(value)}`)
  const lines = [String(stack ?? name), ...told].join('\n')
  return cause ? `${lines}\ncaused by ${errorText(cause)}` : lines
}

/** Writes readable lines to standard output. */
export const readableOutput = {
  write: (json: string) => void process.stdout.write(readableLine(json, process.stdout.isTTY)),
}
