import type { Change } from './mutant.ts'

type Span = { start: number; end: number }
/** A word of a statement, with the depth of its parentheses. */
type Word = Span & { text: string; depth: number }

const STATEMENT = /\b(select|update|delete|insert|where|and)\b/
/** Words that end a condition or an assignment, besides a closing parenthesis. */
const ENDS = new Set(
  'and or where order group having limit offset returning for on union then else end when join left cross window set from'.split(
    ' ',
  ),
)

/**
 * Returns the changes of one SQL template: each condition left out, and each column of an update left unchanged.
 * `values` are the positions of its interpolated expressions in the text; the returned positions refer to the text
 * too.
 */
export function changesOfSql(text: string, values: readonly Span[]): Change[] {
  const plain = masked(text, values)
  if (!STATEMENT.test(plain)) return []
  const words = wordsOf(plain)
  return words.flatMap((word, n) => {
    if (word.text === 'where') return firstCondition(plain, words, n)
    if (word.text === 'and' && !isOfBetween(words, n)) return laterCondition(plain, words, n)
    return word.text === 'set' ? assignments(plain, words, n) : []
  })
}

/** Blanks out quoted strings and interpolated values, so that no keyword is found in them. */
function masked(text: string, values: readonly Span[]): string {
  let plain = text.toLowerCase()
  const blank = (start: number, end: number) => {
    plain = plain.slice(0, start) + '$'.repeat(end - start) + plain.slice(end)
  }
  for (const { start, end } of values) blank(start - 2, end + 1)
  for (const { index, 0: quoted } of plain.matchAll(/'[^']*'|"[^"]*"/g)) blank(index, index + quoted.length)
  return plain
}

function wordsOf(plain: string): Word[] {
  const words: Word[] = []
  let depth = 0
  for (const { index, 0: text } of plain.matchAll(/[a-z_]+|[(),]/g)) {
    if (text === ')') depth -= 1
    words.push({ text, start: index, end: index + text.length, depth })
    if (text === '(') depth += 1
  }
  return words
}

/** Returns whether an `and` belongs to a `between`, which is one condition. */
function isOfBetween(words: Word[], n: number): boolean {
  const { depth } = words[n] as Word
  for (let at = n - 1; at >= 0; at -= 1) {
    const word = words[at] as Word
    if (word.depth < depth) return false
    if (word.depth === depth && word.text === 'between') return true
    if (word.depth === depth && ENDS.has(word.text)) return false
  }
  return false
}

/** Returns the word that ends what begins after word `n`; undefined at the end of the text. */
function endOf(words: Word[], n: number, more: readonly string[] = []): Word | undefined {
  const { depth } = words[n] as Word
  return words.find((word, at) => {
    if (at <= n) return false
    if (word.depth < depth || (word.text === ')' && word.depth === depth - 1)) return true
    if (word.depth !== depth) return false
    if (word.text === 'and') return !isOfBetween(words, at)
    return ENDS.has(word.text) || more.includes(word.text)
  })
}

/** Returns the end position without the space before it; a backtick ends every text. */
function trimmed(plain: string, start: number, end: Word | undefined): number {
  const stop = end?.start ?? plain.length - 1
  return start + plain.slice(start, stop).trimEnd().length
}

function firstCondition(plain: string, words: Word[], n: number): Change[] {
  const where = words[n] as Word
  const end = endOf(words, n)
  const start = where.end + 1
  const stop = trimmed(plain, start, end)
  if (stop <= start) return []
  return [{ kind: 'sql-condition', start, end: stop, replace: 'true' }]
}

function laterCondition(plain: string, words: Word[], n: number): Change[] {
  const and = words[n] as Word
  const stop = trimmed(plain, and.start, endOf(words, n))
  // Skip a condition that is only an interpolated value, because it may be empty.
  if (plain.slice(and.end, stop).trim() === '') return []
  return [{ kind: 'sql-condition', start: and.start, end: stop, replace: '' }]
}

/** Returns a change for each of several columns of an update, which leaves it out. */
function assignments(plain: string, words: Word[], n: number): Change[] {
  const set = words[n] as Word
  const commas: Word[] = []
  let end = endOf(words, n, [','])
  while (end?.text === ',' && end.depth === set.depth) {
    commas.push(end)
    end = endOf(words, words.indexOf(end), [','])
  }
  if (commas.length === 0) return []
  const first = { start: set.end + 1, end: (commas[0] as Word).end, replace: '' }
  const later = commas.map((comma, at) => ({
    start: comma.start,
    end: trimmed(plain, comma.start, commas[at + 1] ?? end),
    replace: '',
  }))
  const changes = [first, ...later].map((change) => ({ kind: 'sql-assignment', ...change }))
  // Skip a part without an equals sign, because it is a value with its own columns.
  return changes.filter((change) => plain.slice(change.start, change.end).includes('='))
}
