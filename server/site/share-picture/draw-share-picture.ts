import { renderAsync } from '@resvg/resvg-js'
import { PRODUCT } from '../../../sync/text/product.ts'
import { CAPITAL, isDrawable, letteringAt, widthOf, wrapText } from './lettering.ts'

/** The words of a share picture, and the ground they stand on. `otherwise` replaces a title that cannot be drawn. */
export type SharePicture = { ground: string; title: string; otherwise: string; over: string; under: string }

/** The size that social networks require. */
export const PICTURE_SIZE = { width: 1_200, height: 630 } as const

const LEFT = 72
const TEXT_WIDTH = 940
const TITLE_SIZES = [148, 128, 108, 92, 78, 66]
const TITLE_LINES = 2
/** The page's colours: the field, the chalk and the signal. */
const FIELD = '#122f24'
const CHALK = '#f4f0e4'
const SIGNAL = '#ff6338'
/** The height at which every ground is drawn, 1200 wide; the same amount is cut off at the top and the bottom. */
const DRAWN_HEIGHT = 675

/**
 * Draws the picture of a shared link as a PNG: the lines of a ground, and the words. The same ground and words
 * always give the same bytes. Letters are drawn as outlines, so that the machine's fonts do not matter.
 */
export async function drawSharePicture(
  drawing: string,
  shown: SharePicture,
): Promise<Uint8Array<ArrayBuffer>> {
  const image = await renderAsync(svgOf(drawing, shown), { font: { loadSystemFonts: false } })
  return new Uint8Array(image.asPng())
}

/** Renders a share picture as SVG, without any text that a person wrote. */
export function svgOf(drawing: string, shown: SharePicture): string {
  const { width, height } = PICTURE_SIZE
  const up = (DRAWN_HEIGHT - height) / 2
  const layer = (group: string, colour: string, [faint, plain]: [number, number]) => `
<linearGradient id="of-${group}" gradientUnits="userSpaceOnUse" x1="${0.35 * width}" y1="0" x2="${0.65 * width}" y2="0">
<stop stop-color="#fff" stop-opacity="${faint}"/><stop offset="1" stop-color="#fff" stop-opacity="${plain}"/></linearGradient>
<mask id="by-${group}" maskUnits="userSpaceOnUse" x="0" y="0" width="${width}" height="${height}">
<path fill="url(#of-${group})" d="M0 0H${width}V${height}H0Z"/></mask>
<g mask="url(#by-${group})"><g transform="translate(0 ${-up})" fill="none" color="${colour}" stroke="${colour}">${groundOf(drawing, group)}</g></g>`
  // the lines are faint below the words and clear beside them
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<path fill="${FIELD}" d="M0 0H${width}V${height}H0Z"/>
${layer(shown.ground, CHALK, [0.16, 0.76])}${layer(`${shown.ground}-mark`, SIGNAL, [0.2, 1])}
<g fill="${CHALK}">${wordsOf(shown)}${brand()}</g></svg>`
}

/** Returns one group of `chalk.svg`; an empty text when there is no such group. */
export function groundOf(drawing: string, group: string): string {
  return new RegExp(`<g id="${group}"[^>]*>.*?</g>`, 's').exec(drawing)?.[0] ?? ''
}

function wordsOf({ title, otherwise, over, under }: SharePicture): string {
  const { size, lines } = fitTitle(isDrawable(title) ? title : otherwise)
  const below = PICTURE_SIZE.height - 72
  const step = size * 0.92
  const lowest = below - 34 * CAPITAL - 48
  const top = lowest - (lines.length - 1) * step - size * CAPITAL
  return [
    `<g fill-opacity=".72">${letteringAt(fitLine(under, 34), 34, [LEFT, below])}</g>`,
    ...lines.map((line, place) =>
      letteringAt(line, size, [LEFT, lowest - (lines.length - 1 - place) * step]),
    ),
    letteringAt(fitLine(over, 40), 40, [LEFT, top - 36]),
  ].join('\n')
}

const MARK = { x: LEFT - 6, y: 50, scale: 1.25, size: 64 }
const NAME_SIZE = 46

/**
 * Renders the brand's mark and name as in every page's header: a track seen from above, whose chute makes it a
 * speech bubble.
 */
function brand(): string {
  const { x, y, scale, size } = MARK
  const middle = y + (size * scale) / 2
  const name = letteringAt(PRODUCT.name.toUpperCase(), NAME_SIZE, [
    x + size * scale + 10,
    middle + (NAME_SIZE * CAPITAL) / 2,
  ])
  return `<g transform="translate(${x} ${y}) scale(${scale}) rotate(-20 32 32)">
<path fill="none" stroke="${CHALK}" stroke-width="5.5" d="M2 49H40A17 17 0 0 0 40 15H24A17 17 0 0 0 24 49"/>
<path fill="${SIGNAL}" d="M28 26.5H36A5.5 5.5 0 0 1 36 37.5H28A5.5 5.5 0 0 1 28 26.5Z"/></g>${name}`
}

/** Returns the largest size at which the title fits two lines; a longer title ends with an ellipsis. */
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
