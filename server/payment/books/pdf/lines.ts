import { charactersOf, type Face, type Fonts, plainText } from './fonts.ts'
import { type Run, runsOf } from './runs.ts'

/** A PDF and the fonts that write it. */
export type Pen = { doc: PDFKit.PDFDocument; fonts: Fonts }

/** How and where a line is written, in points. With `isRight` the line is right-aligned in its width. */
export type Placed = { face: Face; size: number; x: number; y: number; width: number; isRight?: boolean }
type Letters = Pick<Placed, 'face' | 'size'>
type Space = Letters & Pick<Placed, 'width'>

/**
 * The ascent of DejaVu as a fraction of its size. Every font uses it, so that a line keeps its height whichever
 * font writes it.
 */
const ASCENT = 0.928

/** Writes one line of a loaded text, and cuts it with an ellipsis if it is too long. */
export function writeLine(pen: Pen, text: string, { face, size, x, y, width, isRight }: Placed): void {
  const whole = widthOf(pen, text, { face, size })
  // an amount must not be cut, so it is written smaller
  const fitting = isRight && whole > width ? (size * width) / whole : size
  let left = isRight ? x + width - Math.min(whole, width) : x
  for (const run of runsIn(pen, isRight ? text : cut(pen, text, { face, size, width }), face)) {
    const runWidth = widthOfRun(pen, run, fitting)
    pen.doc.text(run.text, left, y + ASCENT * size, {
      ...layoutOf(run),
      lineBreak: false,
      baseline: 'alphabetic',
    })
    left += runWidth
  }
}

const runsIn = ({ fonts }: Pen, text: string, face: Face): Run[] => runsOf(fonts.written(text, face))

const widthOf = (pen: Pen, text: string, { face, size }: Letters): number =>
  runsIn(pen, text, face).reduce((sum, run) => sum + widthOfRun(pen, run, size), 0)

function widthOfRun({ doc }: Pen, run: Run, size: number): number {
  return doc.font(run.font).fontSize(size).widthOfString(run.text, layoutOf(run))
}

/**
 * A right-to-left run is laid out as a whole, because laying it out word by word would reverse the order of its
 * words.
 */
const layoutOf = ({ isRightToLeft }: Run) => (isRightToLeft ? { features: [] } : {})

function cut(pen: Pen, text: string, { width, ...letters }: Space): string {
  if (widthOf(pen, text, letters) <= width) return text
  const characters = charactersOf(plainText(text))
  let [fits, over] = [0, characters.length]
  while (over - fits > 1) {
    const middle = (fits + over) >> 1
    if (widthOf(pen, `${characters.slice(0, middle).join('')}…`, letters) <= width) fits = middle
    else over = middle
  }
  return `${characters.slice(0, fits).join('')}…`
}

/** Breaks a text into lines that fit a width, between words or, where a word is too long, within it. */
export function wrap(pen: Pen, text: string, { width, ...letters }: Space): string[] {
  const fits = (line: string) => widthOf(pen, line, letters) <= width
  const lines = ['']
  for (const word of text.split(' ')) {
    const longer = lines.at(-1) ? `${lines.at(-1)} ${word}` : word
    if (fits(longer)) lines[lines.length - 1] = longer
    else if (fits(word)) lines.push(word)
    else lines.push(...pieces(word, fits))
  }
  return lines.filter((each) => each !== '')
}

/** Breaks a word that is too long, for example a Chinese or Thai sentence without spaces. */
function pieces(word: string, fits: (line: string) => boolean): string[] {
  const found = ['']
  for (const character of charactersOf(word)) {
    const longer = found.at(-1) + character
    if (fits(longer)) found[found.length - 1] = longer
    else found.push(character)
  }
  return found
}
