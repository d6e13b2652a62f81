import { readFileSync } from 'node:fs'

/**
 * `archivo.json`: the outlines of Archivo (SIL Open Font License 1.1) in the weight and width of our headings (800,
 * 78 %), with a thousand units to the size; each letter as its advance and an SVG path.
 */
const LETTERS = JSON.parse(readFileSync(new URL('./archivo.json', import.meta.url), 'utf8')) as Record<
  string,
  string
>
const UNITS = 1_000
/** The height of a capital letter, as a fraction of the size. */
export const CAPITAL = 0.686
/** The spacing of our headings: letters slightly closer, words slightly wider apart. */
const TRACKING = -0.012
const BETWEEN_WORDS = 0.07

type Letter = { advance: number; path: string }

/** Returns whether every letter of a text can be drawn, without its accent if necessary. */
export function isDrawable(text: string): boolean {
  return [...plain(text)].every((each) => letterOf(each) !== null)
}

/** Returns the width of a text at a size. */
export function widthOf(text: string, size: number): number {
  return [...plain(text)].reduce((sum, each) => sum + advanceOf(each) * size, 0)
}

/** Renders a text as SVG paths, starting at a point on its baseline; letters that cannot be drawn are left out. */
export function letteringAt(text: string, size: number, [left, line]: [x: number, y: number]): string {
  let x = left
  return [...plain(text)]
    .map((each) => {
      const place = `translate(${x.toFixed(2)} ${line.toFixed(2)}) scale(${size / UNITS})`
      x += advanceOf(each) * size
      return `<path transform="${place}" d="${letterOf(each)?.path ?? ''}"/>`
    })
    .join('')
}

/** Breaks a text between words into lines no wider than `most`; a longer word gets a line of its own. */
export function wrapText(text: string, size: number, most: number): string[] {
  const lines: string[] = []
  for (const word of plain(text).split(' ')) {
    const longer = [lines.at(-1), word].filter(Boolean).join(' ')
    if (lines.length > 0 && widthOf(longer, size) <= most) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

const plain = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim()
const advanceOf = (each: string) =>
  (letterOf(each)?.advance ?? 0) / UNITS + TRACKING + (each === ' ' ? BETWEEN_WORDS : 0)

function letterOf(each: string): Letter | null {
  const base = each.normalize('NFKD').replace(/\p{M}+/gu, '')
  const known = [each, base].find((name) => Object.hasOwn(LETTERS, name))
  if (known === undefined) return null
  const [advance = '', path = ''] = (LETTERS[known] ?? '').split(/ (.*)/)
  return { advance: Number(advance), path }
}
