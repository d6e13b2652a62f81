import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import { isInTransaction } from '../../../db/transaction.ts'
import { InternalError } from '../../../log.ts'
import { pause } from '../../../pause.ts'
import { runsOf } from './runs.ts'

const FACES = { plain: 'DejaVuSans.ttf', bold: 'DejaVuSans-Bold.ttf' } as const
type Face = keyof typeof FACES

export type Column = {
  title: string
  /** Its part of the width; those of a table come to 1. */
  share: number
  isMoney?: boolean
}
type Rows = Iterable<readonly string[]> | AsyncIterable<readonly string[]>
type Said = { face?: Face; size?: number; x?: number; width?: number; isRight?: boolean }

const MARGIN = 44
const BODY = 9
const LINE = 13
const ROWS_AT_ONCE = 50
const SUM_NAME = 280
const SUM_AMOUNT = 90
/** What stands in the place of a character that the font does not have. */
const UNKNOWN = '□'

/** A document in the making: A4 pages, written from the top, in a font with Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew and Arabic. */
export type Sheet = Awaited<ReturnType<typeof openSheet>>

/** Begins a document. Never inside a transaction: making it takes its time. */
export async function openSheet({
  title,
  at,
  isWide = false,
}: {
  title: string
  at: Date
  isWide?: boolean
}) {
  if (isInTransaction()) throw new InternalError('a document was made inside a transaction')
  const doc = new PDFDocument({
    size: 'A4',
    layout: isWide ? 'landscape' : 'portrait',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: 0 },
    bufferPages: true,
    autoFirstPage: false,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: title, CreationDate: at },
  })
  for (const face of Object.keys(FACES) as Face[]) doc.registerFont(face, await fontOf(face))
  const whole = collect(doc)
  doc.addPage()
  return sheetOn(doc, whole)
}

const fonts = new Map<Face, Promise<Buffer>>()

/** Read once; a document takes in only the characters that it uses. */
function fontOf(face: Face): Promise<Buffer> {
  const path = fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${FACES[face]}`))
  const font = fonts.get(face) ?? readFile(path)
  fonts.set(face, font)
  return font
}

function collect(doc: PDFKit.PDFDocument): Promise<Buffer> {
  const pieces: Buffer[] = []
  return new Promise((resolve, reject) => {
    doc.on('data', (piece: Buffer) => pieces.push(piece))
    doc.on('end', () => resolve(Buffer.concat(pieces)))
    doc.on('error', reject)
  })
}

function sheetOn(doc: PDFKit.PDFDocument, whole: Promise<Buffer>) {
  let y = MARGIN
  const width = doc.page.width - 2 * MARGIN
  const bottom = doc.page.height - MARGIN - LINE
  const newPage = () => {
    doc.addPage()
    y = MARGIN
  }
  /** Makes sure that so much fits on the page; answers whether another one was begun. */
  const room = (height: number) => {
    if (y + height <= bottom) return false
    newPage()
    return true
  }
  const line = (text: string, said: Said = {}) => write(doc, text, { y, width, ...said })
  const row = (cells: readonly string[], columns: readonly Column[], face: Face) => {
    let x = MARGIN
    columns.forEach(({ share, isMoney = false }, index) => {
      const cell = { face, size: BODY - 1, x, width: share * width - 6, isRight: isMoney }
      line(cells[index] ?? '', cell)
      x += share * width
    })
    y += LINE
  }
  const head = (columns: readonly Column[]) => {
    row(
      columns.map(({ title }) => title),
      columns,
      'bold',
    )
    doc
      .moveTo(MARGIN, y - 2)
      .lineTo(MARGIN + width, y - 2)
      .lineWidth(0.5)
      .stroke()
    y += 2
  }
  return {
    newPage,
    title(text: string) {
      line(text, { face: 'bold', size: 18 })
      y += 26
    },
    heading(text: string) {
      room(5 * LINE)
      y += LINE
      line(text, { face: 'bold', size: 11 })
      y += LINE + 4
    },
    /** A paragraph, broken where it does not fit. */
    text(text: string, face: Face = 'plain') {
      for (const part of wrap(doc, text, { face, width })) {
        room(LINE)
        line(part, { face })
        y += LINE
      }
    },
    space() {
      y += LINE
    },
    /** Names and words in two columns, broken where they do not fit. */
    pairs(pairs: readonly (readonly [string, string])[]) {
      const [names, words] = [0.35 * width - 6, 0.65 * width]
      for (const [name, value] of pairs) {
        const left = wrap(doc, name, { face: 'plain', width: names })
        const right = wrap(doc, value, { face: 'plain', width: words })
        for (let index = 0; index < Math.max(left.length, right.length, 1); index += 1) {
          room(LINE)
          line(left[index] ?? '', { width: names })
          line(right[index] ?? '', { x: MARGIN + 0.35 * width, width: words })
          y += LINE
        }
      }
    },
    /** Names and amounts, the amounts one under the other. */
    sums(sums: readonly (readonly [string, string])[], face: Face = 'plain') {
      for (const [name, amount] of sums) {
        room(LINE)
        line(name, { face, width: SUM_NAME })
        line(amount, { face, x: MARGIN + SUM_NAME, width: SUM_AMOUNT, isRight: true })
        y += LINE
      }
    },
    /** A table whose head stands on every page; the last line is its sum. */
    async table(columns: readonly Column[], rows: Rows, sum?: readonly string[]) {
      room(4 * LINE)
      head(columns)
      let count = 0
      for await (const cells of rows) {
        if (room(LINE)) head(columns)
        row(cells, columns, 'plain')
        count += 1
        // others are answered meanwhile
        if (count % ROWS_AT_ONCE === 0) await pause(0)
      }
      if (!sum) return
      if (room(LINE)) head(columns)
      row(sum, columns, 'bold')
    },
    /** The document's bytes; a line stands under each page. */
    async finish(footer: string): Promise<Buffer> {
      const { count } = doc.bufferedPageRange()
      for (let page = 0; page < count; page += 1) {
        doc.switchToPage(page)
        y = bottom + 6
        line(footer, { size: 7.5, width: width * 0.8 })
        line(`Page ${page + 1} of ${count}`, { size: 7.5, isRight: true })
      }
      doc.end()
      return whole
    },
  }
}

type Placed = Said & { y: number; width: number }

/** Writes one line: words are cut where they are too long. */
function write(
  doc: PDFKit.PDFDocument,
  text: string,
  { face = 'plain', size = BODY, x = MARGIN, ...at }: Placed,
): void {
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

function wrap(
  doc: PDFKit.PDFDocument,
  text: string,
  { face, width }: { face: Face; width: number },
): string[] {
  doc.font(face).fontSize(BODY)
  const lines = ['']
  for (const word of text.split(' ')) {
    const longer = lines.at(-1) ? `${lines.at(-1)} ${word}` : word
    if (widthOf(doc, longer) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines.filter((each) => each !== '')
}
