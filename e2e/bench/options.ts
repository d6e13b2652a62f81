import { parseArgs } from 'node:util'

export type Options = {
  /** Which figures, in the order they are taken. */
  names: string[]
  /** The revision whose tree is measured beside this one; null for this tree alone. */
  rev: string | null
  /** Where the results are written as JSON; null for nowhere. */
  json: string | null
  /** Whether the results are kept in the documentation. */
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
