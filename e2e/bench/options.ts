import { parseArgs } from 'node:util'

export type Options = {
  /** The names of the figures, in the order they are taken. */
  names: string[]
  /** The revision to compare with; null to measure this tree alone. */
  rev: string | null
  /** The file for the results as JSON; null for none. */
  json: string | null
  /** Whether the results go into the documentation. */
  isWritten: boolean
}

/** Reads the command's arguments; throws for an unknown option or figure. */
export function readOptions(args: string[], figures: string[]): Options {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { against: { type: 'string' }, json: { type: 'string' }, write: { type: 'boolean' } },
  })
  const unknown = positionals.filter((name) => !figures.includes(name))
  if (unknown.length > 0)
    throw new Error(`There is no figure ${unknown.join(', ')}. There are: ${figures.join(', ')}`)
  return {
    names: positionals.length > 0 ? positionals : figures,
    rev: values.against ?? null,
    json: values.json ?? null,
    isWritten: values.write ?? false,
  }
}
