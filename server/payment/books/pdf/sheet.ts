import PDFDocument from 'pdfkit'
import { isInTransaction } from '../../../db/transaction.ts'
import { InternalError } from '../../../log.ts'
import { pause } from '../../../pause.ts'
import { type Face, Fonts, UNKNOWN } from './fonts.ts'
import { type Pen, type Placed, wrap, writeLine } from './lines.ts'

export type Column = {
  title: string
  /** The column's share of the width; the shares of a table add up to 1. */
  share: number
  isMoney?: boolean
}
type Rows = Iterable<readonly string[]> | AsyncIterable<readonly string[]>
type Pairs = readonly (readonly [string, string])[]

/** Texts, and the face that writes them. */
type Written = { texts: readonly string[]; face: Face }
const plain = (texts: readonly string[]): Written => ({ texts, face: 'plain' })
const bold = (texts: readonly string[]): Written => ({ texts, face: 'bold' })

const MARGIN = 44
const BODY = 9
const LINE = 13
const ROWS_AT_ONCE = 50
/** The widths of names and amounts in sums, in points, and the share of the width for names in pairs. */
const SUM_NAME = 280
const SUM_AMOUNT = 90
const PAIR_NAME = 0.35

/** Opens a new PDF. Throws inside a transaction, because making a PDF takes too long to hold one open. */
export async function openSheet({
  title,
  at,
  isWide = false,
}: {
  title: string
  at: Date
  isWide?: boolean
}): Promise<Sheet> {
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
  const whole = collect(doc)
  const fonts = await Fonts.open(doc)
  doc.addPage()
  return new Sheet({ doc, fonts }, whole)
}

function collect(doc: PDFKit.PDFDocument): Promise<Buffer> {
  const pieces: Buffer[] = []
  return new Promise((resolve, reject) => {
    doc.on('data', (piece: Buffer) => pieces.push(piece))
    doc.on('end', () => resolve(Buffer.concat(pieces)))
    doc.on('error', reject)
  })
}

/**
 * A PDF in the making: A4 pages, filled from the top. The methods only queue what to write; `finish` writes it,
 * because the fonts of a text must be loaded first.
 */
export class Sheet {
  private readonly pen: Pen
  private readonly whole: Promise<Buffer>
  private readonly width: number
  private readonly bottom: number
  private readonly steps: (() => Promise<void>)[] = []
  private y = MARGIN

  constructor(pen: Pen, whole: Promise<Buffer>) {
    this.pen = pen
    this.whole = whole
    this.width = pen.doc.page.width - 2 * MARGIN
    this.bottom = pen.doc.page.height - MARGIN - LINE
  }

  newPage(): void {
    this.later(plain([]), () => this.turn())
  }

  title(text: string): void {
    this.later(bold([text]), () => {
      this.write(text, { face: 'bold', size: 18 })
      this.y += 26
    })
  }

  heading(text: string): void {
    this.later(bold([text]), () => {
      this.room(5 * LINE)
      this.y += LINE
      this.write(text, { face: 'bold', size: 11 })
      this.y += LINE + 4
    })
  }

  /** Adds a paragraph, wrapped to the width. */
  text(text: string): void {
    this.later(plain([text]), () => {
      for (const part of wrap(this.pen, text, { face: 'plain', size: BODY, width: this.width })) {
        this.room(LINE)
        this.write(part)
        this.y += LINE
      }
    })
  }

  space(): void {
    this.later(plain([]), () => {
      this.y += LINE
    })
  }

  /** Adds names and values in two columns, each wrapped to its width. */
  pairs(pairs: Pairs): void {
    const names = { face: 'plain', size: BODY, width: PAIR_NAME * this.width - 6 } as const
    const words = { ...names, x: MARGIN + PAIR_NAME * this.width, width: (1 - PAIR_NAME) * this.width }
    this.later(plain(pairs.flat()), () => {
      for (const [name, value] of pairs) {
        const left = wrap(this.pen, name, names)
        const right = wrap(this.pen, value, words)
        for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
          this.room(LINE)
          this.write(left[index] ?? '', names)
          this.write(right[index] ?? '', words)
          this.y += LINE
        }
      }
    })
  }

  /** Adds names and amounts, with the amounts right-aligned in one column. */
  sums(sums: Pairs, face: Face = 'plain'): void {
    this.later({ texts: sums.flat(), face }, () => {
      for (const [name, amount] of sums) {
        this.room(LINE)
        this.write(name, { face, width: SUM_NAME })
        this.write(amount, { face, x: MARGIN + SUM_NAME, width: SUM_AMOUNT, isRight: true })
        this.y += LINE
      }
    })
  }

  /** Adds a table. Its head repeats on every page, and its last row is the sum. */
  table(columns: readonly Column[], rows: Rows, sum: readonly string[]): void {
    this.steps.push(async () => {
      this.room(4 * LINE)
      this.head(columns)
      let count = 0
      let last: readonly string[] | null = null
      for await (const cells of rows) {
        if (last) await this.line(plain(last), columns)
        last = cells
        count += 1
        // give other requests a turn
        if (count % ROWS_AT_ONCE === 0) await pause(0)
      }
      // a sum alone on a page would be meaningless, so the last row moves to that page with it
      if (last) await this.line(plain(last), columns, 2 * LINE)
      await this.line(bold(sum), columns)
    })
  }

  /** Returns the bytes of the PDF, with a footer on each page. */
  async finish(footer: string): Promise<Buffer> {
    const { doc, fonts } = this.pen
    for (const step of this.steps.splice(0)) await step()
    if (fonts.isLacking) {
      this.space()
      this.text(
        `${UNKNOWN} stands for letters of a script that this document cannot print. The app shows them as they were written.`,
      )
      for (const step of this.steps.splice(0)) await step()
    }
    const { count } = doc.bufferedPageRange()
    for (let page = 0; page < count; page += 1) {
      doc.switchToPage(page)
      this.y = this.bottom + 6
      this.write(footer, { size: 7.5, width: this.width * 0.8 })
      this.write(`Page ${page + 1} of ${count}`, { size: 7.5, isRight: true })
    }
    doc.end()
    return this.whole
  }

  private later(written: Written, write: () => void): void {
    this.steps.push(async () => {
      await this.load(written)
      write()
    })
  }

  private async load({ texts, face }: Written): Promise<void> {
    for (const text of texts) await this.pen.fonts.load(text, face)
  }

  private write(text: string, said: Partial<Placed> = {}): void {
    writeLine(this.pen, text, { face: 'plain', size: BODY, x: MARGIN, y: this.y, width: this.width, ...said })
  }

  /** Starts a new page unless this much height is left, and returns whether it did. */
  private room(height: number): boolean {
    if (this.y + height <= this.bottom) return false
    this.turn()
    return true
  }

  private turn(): void {
    this.pen.doc.addPage()
    this.y = MARGIN
  }

  private head(columns: readonly Column[]): void {
    const titles = columns.map(({ title }) => title)
    this.row(titles, columns, 'bold')
    const at = this.y - 2
    this.pen.doc
      .moveTo(MARGIN, at)
      .lineTo(MARGIN + this.width, at)
      .lineWidth(0.5)
      .stroke()
    this.y += 2
  }

  /** Writes a row of a table; starts a new page with the table's head unless this much height is left. */
  private async line(written: Written, columns: readonly Column[], height = LINE): Promise<void> {
    await this.load(written)
    if (this.room(height)) this.head(columns)
    this.row(written.texts, columns, written.face)
  }

  private row(cells: readonly string[], columns: readonly Column[], face: Face): void {
    let x = MARGIN
    columns.forEach(({ share, isMoney = false }, index) => {
      const width = share * this.width
      this.write(cells[index] ?? '', { face, size: BODY - 1, x, width: width - 6, isRight: isMoney })
      x += width
    })
    this.y += LINE
  }
}
