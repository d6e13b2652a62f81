import type { Patch } from '../patches/patch.ts'

/** Some lines of code made wrong in one place. */
export type Mutant = {
  /** File, line, column and kind: the same for as long as the file is. */
  id: string
  line: number
  patch: Patch & { at: number }
}

/** A change of the text from `start` to before `end`. */
export type Change = { kind: string; start: number; end: number; replace: string }

/** The changes of a file as mutants, each with the place that a person finds it at. */
export function toMutants(file: string, source: string, changes: readonly Change[]): Mutant[] {
  const mutants = changes.map(({ kind, start, end, replace }): Mutant => {
    const before = source.slice(0, start).split('\n')
    const line = before.length
    const column = (before.at(-1)?.length ?? 0) + 1
    const patch = { file, find: source.slice(start, end), replace, at: start }
    return { id: `${file}:${line}:${column}:${kind}`, line, patch }
  })
  // of two with one name only the first could be asked for again
  return [...new Map(mutants.toReversed().map((mutant) => [mutant.id, mutant])).values()].toReversed()
}

/** What a mutant changes, on one line. */
export function sayChange({ patch }: Mutant): string {
  const short = (text: string) => {
    const line = text.replaceAll(/\s+/g, ' ').trim()
    return line.length > 60 ? `${line.slice(0, 57)}...` : line
  }
  return `${short(patch.find)}  →  ${short(patch.replace) || '(nothing)'}`
}
