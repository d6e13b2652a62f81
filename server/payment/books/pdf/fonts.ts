import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Family, fontOf, notoParts, type Part, writes } from './noto.ts'

/** The font files that every PDF can use. */
const FACES = { plain: 'DejaVuSans.ttf', bold: 'DejaVuSans-Bold.ttf' } as const
export type Face = keyof typeof FACES
const WEIGHTS: Record<Face, number> = { plain: 400, bold: 700 }

/** The mark that replaces characters no font can write. */
export const UNKNOWN = '[?]'

/** One grapheme, or a run of characters that every font has, with the font that writes it. */
export type Written = { text: string; font: string }

const EVERY_FONT_HAS = /^[\x20-\x7e\xa1-\xff]*$/
const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' })
const IS_EMOJI = /\p{Emoji_Presentation}|\ufe0f/u
/**
 * Joiners and variation selectors. They only control how other characters look, so a font need not contain them.
 */
const JOINERS = /\u200c|\u200d|[\ufe00-\ufe0f]/gu

/**
 * Returns the order in which to try the font families. Han characters look different in each language, so a text
 * with kana is taken as Japanese and one with hangul as Korean.
 */
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
 * Normalises a text for printing: composes it, removes line breaks and drops invisible format characters such as
 * direction marks. In Thai, splits sara am, because the ring of the vowel belongs below a tone mark that is typed
 * before it.
 */
export const plainText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/(?![\u200c\u200d])\p{Cf}/gu, '')
    .replace(/([\u0e48-\u0e4b])\u0e33/gu, '\u0e4d$1\u0e32')

export const charactersOf = (text: string): string[] =>
  Array.from(CHARACTERS.segment(text), ({ segment }) => segment)

/** The fonts of one PDF: DejaVu, and the parts of Noto that its texts need. */
export class Fonts {
  private readonly doc: PDFKit.PDFDocument
  private readonly known = new Map<string, Written>()
  private readonly registered = new Set<string>()
  /** Whether some character could not be written. */
  isLacking = false

  private constructor(doc: PDFKit.PDFDocument) {
    this.doc = doc
  }

  static async open(doc: PDFKit.PDFDocument): Promise<Fonts> {
    // both faces can be registered, because a PDF embeds only the characters that it uses
    for (const face of Object.keys(FACES) as Face[])
      doc.registerFont(
        face,
        await readFile(fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${FACES[face]}`))),
      )
    return new Fonts(doc)
  }

  /** Loads the fonts that a text needs. */
  async load(text: string, face: Face): Promise<void> {
    if (EVERY_FONT_HAS.test(text)) return
    const written = plainText(text)
    for (const character of charactersOf(written))
      if (!this.known.has(face + character))
        this.known.set(face + character, await this.find(character, face, orderOf(written)))
  }

  /** Returns how a loaded text is written, grapheme by grapheme. */
  written(text: string, face: Face): Written[] {
    const shown = plainText(text)
    if (EVERY_FONT_HAS.test(shown)) return [{ text: shown, font: face }]
    const all = charactersOf(shown).map(
      (character) => this.known.get(face + character) ?? { text: character, font: face },
    )
    // a run of unwritable characters gets one mark
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

  /**
   * Returns the part of a grapheme that this font writes, without joiners if it lacks them; null when the font
   * cannot write it.
   */
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
