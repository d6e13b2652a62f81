import { PRODUCT } from '../../../sync/text/product.ts'
import { coverageOf, shapesOf } from './ground.ts'
import { blankCoverage, type Coverage, fill, ribbons } from './ink.ts'
import { CAPITAL, isDrawable, lettersAt, widthOf, wrapText } from './lettering.ts'
import { type Colour, encodePng } from './png.ts'
import type { Point } from './trace.ts'

/** What a card says, and on which ground of the drawing; where the title cannot be drawn, `otherwise` stands there. */
export type Card = { ground: string; title: string; otherwise: string; over: string; under: string }

/** The size social networks ask for. */
export const CARD = { width: 1_200, height: 630 } as const

const LEFT = 72
const TEXT_WIDTH = 940
const TITLE_SIZES = [148, 128, 108, 92, 78, 66]
const TITLE_LINES = 2
/** The tokens of the page: the field, the chalk and the signal. */
const FIELD: Colour = [0x12, 0x2f, 0x24]
const CHALK: Colour = [0xf4, 0xf0, 0xe4]
const SIGNAL: Colour = [0xff, 0x63, 0x38]
const SHADES = 128
const MOST = SHADES - 1

/**
 * The picture of a shared link: the lines of a ground, and the words of the card, as a PNG. The same card is the same
 * picture, byte for byte.
 */
export async function drawCard(drawing: string, card: Card): Promise<Uint8Array<ArrayBuffer>> {
  const layer = (group: string, opacity: (x: number) => number) =>
    coverageOf(shapesOf(drawing, group), { ...CARD, opacity })
  const chalk = layer(card.ground, (x) => 0.16 + 0.6 * beside(x))
  const signal = layer(`${card.ground}-mark`, (x) => 0.2 + 0.8 * beside(x))
  const words = blankCoverage(CARD.width, CARD.height)
  drawWords(words, card)
  drawBrand(words, signal)
  return encodePng({ ...CARD, colours: PALETTE, pixels: paint({ chalk, signal, words }) })
}

/** Under the words the lines are faint, beside them plain: from 0 to 1. */
function beside(x: number): number {
  return Math.min(1, Math.max(0, (x - 0.35 * CARD.width) / (0.3 * CARD.width)))
}

function drawWords(words: Coverage, { title, otherwise, over, under }: Card): void {
  const { size, lines } = fitTitle(isDrawable(title) ? title : otherwise)
  const write = (line: string, lineSize: number, { y, alpha = 1 }: { y: number; alpha?: number }) =>
    fill(words, lettersAt(line, lineSize, [LEFT, y]), () => alpha)
  const below = CARD.height - 72
  write(fitLine(under, 34), 34, { y: below, alpha: 0.72 })
  const step = size * 0.92
  const lowest = below - 34 * CAPITAL - 48
  lines.forEach((line, place) => {
    write(line, size, { y: lowest - (lines.length - 1 - place) * step })
  })
  const top = lowest - (lines.length - 1) * step - size * CAPITAL
  write(fitLine(over, 40), 40, { y: top - 36 })
}

/** The brand's mark and name, as in the header of every page: a track from above, its chute making it a speech bubble. */
const BRAND = `<g id="track" transform="rotate(-20 32 32)">
<path d="M2 49H40A17 17 0 0 0 40 15H24A17 17 0 0 0 24 49" stroke-width="5.5"/></g>
<g id="pill" transform="rotate(-20 32 32)">
<path d="M28 26.5H36A5.5 5.5 0 0 1 36 37.5H28A5.5 5.5 0 0 1 28 26.5Z"/></g>`
const MARK = { x: LEFT - 6, y: 50, scale: 1.25, size: 64 }
const NAME_SIZE = 46

function drawBrand(words: Coverage, signal: Coverage): void {
  const { x: left, y: top, scale, size } = MARK
  const placed = (group: string) =>
    shapesOf(BRAND, group).flatMap(({ traces }) =>
      traces.map(({ points, isClosed }) => ({
        points: points.map(([x, y]): Point => [left + x * scale, top + y * scale]),
        isClosed,
      })),
    )
  fill(words, ribbons(placed('track'), 5.5 * scale), () => 1)
  fill(
    signal,
    placed('pill').map(({ points }) => points),
    () => 1,
  )
  const middle = top + (size * scale) / 2
  const at: Point = [left + size * scale + 10, middle + (NAME_SIZE * CAPITAL) / 2]
  fill(words, lettersAt(PRODUCT.name.toUpperCase(), NAME_SIZE, at), () => 1)
}

/** As large as two lines allow; what is longer still ends with an ellipsis. */
function fitTitle(text: string): { size: number; lines: string[] } {
  for (const size of TITLE_SIZES) {
    const lines = wrapText(text, size, TEXT_WIDTH)
    const fits = lines.every((line) => widthOf(line, size) <= TEXT_WIDTH)
    if (fits && lines.length <= TITLE_LINES) return { size, lines }
  }
  const size = TITLE_SIZES.at(-1) ?? 0
  const [first = '', ...rest] = wrapText(text, size, TEXT_WIDTH)
  return { size, lines: [first, rest.join(' ')].filter(Boolean).map((line) => fitLine(line, size)) }
}

function fitLine(text: string, size: number): string {
  if (widthOf(text, size) <= TEXT_WIDTH) return text
  let kept = [...text]
  while (kept.length > 1 && widthOf(`${kept.join('')}…`, size) > TEXT_WIDTH) kept = kept.slice(0, -1)
  return `${kept.join('').trimEnd()}…`
}

type Layers = { chalk: Coverage; signal: Coverage; words: Coverage }

/** Words over the mark over the lines; a pixel is a shade of what covers it most. */
function paint({ chalk, signal, words }: Layers): Uint8Array {
  const pixels = new Uint8Array(words.of.length)
  for (const [at, word] of words.of.entries()) {
    const mark = (signal.of[at] ?? 0) * (1 - word)
    const light = Math.min(1, word + (chalk.of[at] ?? 0) * (1 - word) * (1 - mark))
    pixels[at] = mark > light ? SHADES + Math.round(mark * MOST) : Math.round(light * MOST)
  }
  return pixels
}

const PALETTE = [CHALK, SIGNAL].flatMap((colour) =>
  Array.from({ length: SHADES }, (_, shade) => blend(colour, shade / MOST)),
)

function blend(colour: Colour, share: number): Colour {
  const of = (place: 0 | 1 | 2) => Math.round(FIELD[place] + (colour[place] - FIELD[place]) * share)
  return [of(0), of(1), of(2)]
}
