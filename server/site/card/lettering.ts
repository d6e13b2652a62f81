import { readFileSync } from 'node:fs'

/**
 * `archivo.json`: the outlines of Archivo (SIL Open Font License 1.1) at the weight and width of our headings (800, 78 %),
 * a thousand units to the size, each letter as its advance and an SVG path.
 */
const LETTERS = JSON.parse(readFileSync(new URL('./archivo.json', import.meta.url), 'utf8')) as Record<
  string,
  string
>
const UNITS = 1_000
/** The height of a capital, of the size. */
export const CAPITAL = 0.686
/** As our headings are set: letters a little closer, words a little wider apart. */
const TRACKING = -0.012
const BETWEEN_WORDS = 0.07

type Letter = { advance: number; path: string }

/** Whether every letter of a text can be drawn, if need be without its accent. */
export function isDrawable(text: string): boolean {
  return [...plain(text)].every((each) => letterOf(each) !== null)
}

/** How wide a text is at a size. */
export function widthOf(text: string, size: number): number {
  return [...plain(text)].reduce((sum, each) => sum + advanceOf(each) * size, 0)
}

/** A text that stands on the line at a point, as SVG paths; what cannot be drawn is left out. */
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

/** A text in lines no wider than `most`, broken between words; a word that is wider stands alone. */
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
