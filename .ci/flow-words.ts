import { parseSync } from '@swc/core'

type Node = { type?: string } & Record<string, unknown>

/** Calls with which a flow looks for text on a screen. */
const LOOKS = /^(getBy(Text|Role|Label|Placeholder)|sees|press|waitFor|toHaveText|toContainText|filter)$/
/** The arguments of such a call that contain the text; other properties are options. */
const LOOKED_FOR = /^(name|hasText|button|link|text|field|heading|video|frame)$/

/** Returns the texts of several words that a flow looks for on a screen. */
export function lookedFor(source: string): string[] {
  const texts: string[] = []
  visitCalls(parseSync(source, { syntax: 'typescript' }), texts)
  return [...new Set(texts.filter((text) => /\p{L} .*\p{L}/u.test(text)))]
}

function visitCalls(node: unknown, texts: string[]): void {
  for (const child of childrenOf(node)) visitCalls(child, texts)
  const { type, callee, arguments: given } = (node ?? {}) as Node
  if (type === 'CallExpression' && LOOKS.test(nameOf(callee))) takeTexts(given, texts)
}

function takeTexts(node: unknown, texts: string[]): void {
  const { type, key, value } = (node ?? {}) as Node
  if (type === 'StringLiteral') texts.push(String(value))
  else if (type !== 'KeyValueProperty') for (const child of childrenOf(node)) takeTexts(child, texts)
  else if (LOOKED_FOR.test(String((key as Node).value))) takeTexts(value, texts)
}

const childrenOf = (node: unknown): unknown[] =>
  typeof node === 'object' && node !== null ? Object.values(node) : []

function nameOf(callee: unknown): string {
  const { value, property } = (callee ?? {}) as Node
  return String(value ?? (property as Node | undefined)?.value ?? '')
}

/** Characters of words that the product composes into its sentences: numbers, amounts, addresses, quotations. */
const COMPOSED = /[\d$@“”_]/

/**
 * Returns the parts of a text that occur nowhere in `said`. Because the product composes texts, numbers and names
 * are left out, and the words between them may come from two places, or three for a long sentence.
 */
export function unsaidParts(text: string, said: string): string[] {
  const parts: string[][] = [[]]
  const words = text.replace(/…/g, ' ').split(/\s+/).filter(Boolean)
  words.forEach((word, place) => {
    const isName = /^:?\p{Lu}/u.test(word) && place > 0 && !/[.?!]$/.test(words[place - 1] ?? '')
    if (COMPOSED.test(word) || isName) parts.push([])
    else parts.at(-1)?.push(word)
  })
  return parts.filter((part) => part.length > 1 && !isSaid(part, said)).map((part) => part.join(' '))
}

/** Returns whether the words occur in `said` as they are, or as at most `places` consecutive parts. */
function isSaid(words: string[], said: string, places = words.length > 5 ? 3 : 2): boolean {
  if (said.includes(words.join(' '))) return true
  if (places === 1) return false
  return words.some(
    (_, cut) =>
      cut > 0 && said.includes(words.slice(0, cut).join(' ')) && isSaid(words.slice(cut), said, places - 1),
  )
}
