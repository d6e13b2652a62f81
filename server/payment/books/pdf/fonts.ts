import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Family, fontOf, notoParts, type Part, writes } from './noto.ts'

/** The faces that every document has. */
const FACES = { plain: 'DejaVuSans.ttf', bold: 'DejaVuSans-Bold.ttf' } as const
export type Face = keyof typeof FACES
const WEIGHTS: Record<Face, number> = { plain: 400, bold: 700 }

/** What stands in the place of characters that no font writes. */
export const UNKNOWN = '[?]'

/** A character as people count them, or several that every font has, and the font that writes it. */
export type Written = { text: string; font: string }

const EVERY_FONT_HAS = /^[\x20-\x7e\xa1-\xff]*$/
const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' })
const IS_EMOJI = /\p{Emoji_Presentation}|\ufe0f/u
/** They say how others are written, and a font need not have them. */
const JOINERS = /\u200c|\u200d|[\ufe00-\ufe0f]/gu

/** Han characters look different by language; a text with kana is Japanese, one with hangul Korean. */
function orderOf(text: string): readonly Family[] {
  const [chinese, others] = [
    ['noto-sans-sc', 'noto-sans-tc'] as const,
    ['noto-sans-devanagari', 'noto-sans-thai', 'noto-emoji'] as const,
  ]
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text))
    return ['noto-sans-jp', ...chinese, 'noto-sans-kr', ...others]
  if (/\p{Script=Hangul}/u.test(text)) return ['noto-sans-kr', ...chinese, 'noto-sans-jp', ...others]
  return [...chinese, 'noto-sans-jp', 'noto-sans-kr', ...others]
}

/**
 * The text as it is written: composed, without line breaks, and without what turns its direction unseen. In Thai the ring of
 * a vowel stands below a tone that is typed before it.
 */
export const plainText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/(?![\u200c\u200d])\p{Cf}/gu, '')
    .replace(/([\u0e48-\u0e4b])\u0e33/gu, '\u0e4d$1\u0e32')

export const charactersOf = (text: string): string[] =>
  Array.from(CHARACTERS.segment(text), ({ segment }) => segment)

/** The fonts of one document: DejaVu, and the parts of Noto that its texts need. */
export class Fonts {
  private readonly doc: PDFKit.PDFDocument
  private readonly known = new Map<string, Written>()
  private readonly registered = new Set<string>()
  /** Whether something could not be written. */
  isLacking = false

  private constructor(doc: PDFKit.PDFDocument) {
    this.doc = doc
  }

  static async open(doc: PDFKit.PDFDocument): Promise<Fonts> {
    // a document takes in only the characters that it uses
    for (const face of Object.keys(FACES) as Face[])
      doc.registerFont(
        face,
        await readFile(fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${FACES[face]}`))),
      )
    return new Fonts(doc)
  }

  /** Gets everything ready that writes a text. */
  async load(text: string, face: Face): Promise<void> {
    if (EVERY_FONT_HAS.test(text)) return
    const written = plainText(text)
    for (const character of charactersOf(written))
      if (!this.known.has(face + character))
        this.known.set(face + character, await this.find(character, face, orderOf(written)))
  }

  /** How a loaded text is written, character by character. */
  written(text: string, face: Face): Written[] {
    const shown = plainText(text)
    if (EVERY_FONT_HAS.test(shown)) return [{ text: shown, font: face }]
    const all = charactersOf(shown).map(
      (character) => this.known.get(face + character) ?? { text: character, font: face },
    )
    // a word that nobody can write has one mark
    return all.filter((each, index) => each.text !== UNKNOWN || all[index - 1]?.text !== UNKNOWN)
  }

  private async find(character: string, face: Face, order: readonly Family[]): Promise<Written> {
    const isEmoji = IS_EMOJI.test(character)
    const own = this.by(character, face)
    if (own && !isEmoji) return own
    const wanted = isEmoji ? (['noto-emoji', ...order] as const) : order
    const points = [...character.replace(JOINERS, '')].map((each) => each.codePointAt(0) ?? 0)
    const parts = await notoParts()
    for (const family of wanted)
      for (const part of parts)
        if (part.family === family && points.every((point) => writes(part, point))) {
          const found = this.by(character, await this.register(part, face))
          if (found) return found
        }
    if (own) return own
    this.isLacking = true
    return { text: UNKNOWN, font: face }
  }

  /** What is written of a character by this font; null where it does not have it. */
  private by(character: string, font: string): Written | null {
    const has = this.hasOf(font)
    if ([...character].every((each) => has(each))) return { text: character, font }
    const text = character.replace(JOINERS, '')
    return text !== '' && [...text].every((each) => has(each)) ? { text, font } : null
  }

  private hasOf(font: string): (character: string) => boolean {
    this.doc.font(font)
    const { font: opened } = (
      this.doc as unknown as { _font: { font: { hasGlyphForCodePoint(point: number): boolean } } }
    )._font
    return (character) => opened.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
  }

  private async register(part: Part, face: Face): Promise<string> {
    const name = `${face} ${part.file.pathname}`
    if (!this.registered.has(name)) this.doc.registerFont(name, await fontOf(part, WEIGHTS[face]))
    this.registered.add(name)
    return name
  }
}
