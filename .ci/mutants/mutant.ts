import type { Patch } from '../patches/patch.ts'

/** A small change of the code in one place. */
export type Mutant = {
  /** File, line, column and kind; stays the same while the file does. */
  id: string
  line: number
  patch: Patch & { at: number }
}

/** Replaces the text from `start` up to `end`, which is not included. */
export type Change = { kind: string; start: number; end: number; replace: string }

/** Turns the changes of a file into mutants, each with its line and column. */
export function toMutants(file: string, source: string, changes: readonly Change[]): Mutant[] {
  const mutants = changes.map(({ kind, start, end, replace }): Mutant => {
    const before = source.slice(0, start).split('\n')
    const line = before.length
    const column = (before.at(-1)?.length ?? 0) + 1
    const patch = { file, find: source.slice(start, end), replace, at: start }
    return { id: `${file}:${line}:${column}:${kind}`, line, patch }
  })
  // Keep the first of two mutants with the same id, because `--only` would find only that one.
  return [...new Map(mutants.toReversed().map((mutant) => [mutant.id, mutant])).values()].toReversed()
}

/** Returns a mutant's change on one line. */
export function sayChange({ patch }: Mutant): string {
  const short = (text: string) => {
    const line = text.replaceAll(/\s+/g, ' ').trim()
    return line.length > 60 ? `${line.slice(0, 57)}...` : line
  }
  return `${short(patch.find)}  →  ${short(patch.replace) || '(nothing)'}`
}
