import { runsOf } from './runs.ts'

/** The faces that every document has. */
export const FACES = { plain: 'DejaVuSans.ttf', bold: 'DejaVuSans-Bold.ttf' } as const
export type Face = keyof typeof FACES

/** What stands in the place of a character that the font does not have. */
const UNKNOWN = '□'

/** How and where a line is written, in points; `isRight`: its end stands at the end of the width. */
export type Placed = { face: Face; size: number; x: number; y: number; width: number; isRight?: boolean }

/** Writes one line: words are cut where they are too long. */
export function writeLine(doc: PDFKit.PDFDocument, text: string, { face, size, x, ...at }: Placed): void {
  doc.font(face).fontSize(size)
  const shown = shownBy(doc, text)
  // an amount is never cut: it is written smaller
  if (at.isRight && widthOf(doc, shown) > at.width) doc.fontSize((size * at.width) / widthOf(doc, shown))
  const fitting = at.isRight ? shown : cut(doc, shown, at.width)
  let left = at.isRight ? x + at.width - widthOf(doc, fitting) : x
  for (const run of runsOf(fitting)) {
    // a run that goes from right to left is laid out whole: word by word its words would stand in the wrong order
    doc.text(run.text, left, at.y, { lineBreak: false, ...(run.isRightToLeft && { features: [] }) })
    left += widthOf(doc, run.text)
  }
}

const widthOf = (doc: PDFKit.PDFDocument, text: string) => doc.widthOfString(text)

/** The text with a mark for each character that the font of the moment does not have. */
function shownBy(doc: PDFKit.PDFDocument, text: string): string {
  const { font } = (doc as unknown as { _font: { font: { hasGlyphForCodePoint(point: number): boolean } } })
    ._font
  return [...text.normalize('NFC').replace(/\s+/gu, ' ')]
    .filter((character) => !/\p{Cf}/u.test(character))
    .map((character) => (font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0) ? character : UNKNOWN))
    .join('')
}

function cut(doc: PDFKit.PDFDocument, text: string, width: number): string {
  if (widthOf(doc, text) <= width) return text
  const characters = [...text]
  let [fits, over] = [0, characters.length]
  while (over - fits > 1) {
    const middle = (fits + over) >> 1
    if (widthOf(doc, `${characters.slice(0, middle).join('')}…`) <= width) fits = middle
    else over = middle
  }
  return `${characters.slice(0, fits).join('')}…`
}

/** A text in lines that are not longer than a width. */
export function wrap(
  doc: PDFKit.PDFDocument,
  text: string,
  { face, size, width }: Pick<Placed, 'face' | 'size' | 'width'>,
): string[] {
  doc.font(face).fontSize(size)
  const lines = ['']
  for (const word of text.split(' ')) {
    const longer = lines.at(-1) ? `${lines.at(-1)} ${word}` : word
    if (widthOf(doc, longer) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines.filter((each) => each !== '')
}
