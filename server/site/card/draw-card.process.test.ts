import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { CARD, type Card, drawCard } from './draw-card.ts'
import { coverageOf, shapesOf } from './ground.ts'
import { blankCoverage, dashed, fill, ribbons } from './ink.ts'
import { isDrawable, widthOf, wrapText } from './lettering.ts'
import { tracePath } from './trace.ts'

const DRAWING = readFileSync(new URL('../../../client/ui/chalk/chalk.svg', import.meta.url), 'utf8')
const plain = () => 1

/** What outlines cover of a small field, in pixels. */
function areaOf(outlines: Parameters<typeof fill>[1], width = 60, height = 60): number {
  const coverage = blankCoverage(width, height)
  fill(coverage, outlines, plain)
  return coverage.of.reduce((sum, each) => sum + each, 0)
}

describe('ink', () => {
  test('covers exactly what is enclosed, also between pixels, and nothing of a hole', () => {
    const outlines = (d: string) => tracePath(d).map(({ points }) => points)
    expect(areaOf(outlines('M10.25 10.5h20.5v10.25h-20.5Z'))).toBeCloseTo(20.5 * 10.25, 3)
    expect(areaOf(outlines('M10 10L50 20L20 50Z'))).toBeCloseTo(750, 2)
    expect(areaOf(outlines('M10 10h30v30h-30ZM20 20v10h10v-10Z'))).toBeCloseTo(800, 3)
    const round = areaOf(outlines('M5 30A25 25 0 1 1 55 30A25 25 0 1 1 5 30Z')) / (Math.PI * 625)
    expect(Math.abs(1 - round)).toBeLessThan(0.01)
  })
  test('what lies outside the field is cut off', () => {
    expect(
      areaOf([
        [
          [-500, -500],
          [30, -500],
          [30, 900],
          [-500, 900],
        ],
      ]),
    ).toBeCloseTo(30 * 60, 3)
    expect(
      areaOf([
        [
          [70, 10],
          [90, 10],
          [90, 20],
          [70, 20],
        ],
      ]),
    ).toBe(0)
  })
  test('a line is as wide as its pen, closed, open or in dashes', () => {
    expect(areaOf(ribbons(tracePath('M10 30H50'), 4))).toBeCloseTo(160, 3)
    expect(areaOf(ribbons(tracePath('M15 15h30v30h-30Z'), 2))).toBeCloseTo(32 * 32 - 28 * 28, 3)
    expect(areaOf(ribbons(dashed(tracePath('M10 30H50'), [6, 4]), 2))).toBeCloseTo(48, 3)
  })
})

test('a path goes where SVG says: relative, mirrored, and arcs to both sides', () => {
  const endOf = (d: string) => tracePath(d).at(-1)?.points.at(-1)?.map(Math.round)
  expect(endOf('M10 10l5-5h10v-5')).toEqual([25, 0])
  expect(endOf('M0 0C0 10 10 10 10 0S20-10 20 0')).toEqual([20, 0])
  expect(endOf('M0 0q5-5 10 0t10 0t10 0')).toEqual([30, 0])
  const heightOf = (d: string) =>
    Math.round(Math.max(...tracePath(d).flatMap(({ points }) => points.map(([, y]) => y))))
  expect([heightOf('M0 0A10 10 0 0 0 20 0'), heightOf('M0 0A10 10 0 0 1 20 0')]).toEqual([10, 0])
  expect(heightOf('M0 0A10 10 0 1 0 10 0')).toBe(19)
  expect(() => tracePath('M0 0B1 2')).toThrow('command B')
})

describe('words', () => {
  test('names of Europe can be drawn, if need be without an accent; those of other scripts cannot', () => {
    for (const name of [
      'Łukasz Żółć',
      'Nóra Ångström',
      'Þór Æskebæk',
      'Ștefan Țiriac',
      'Ngọc',
      'O’Neill-Ruiz',
    ])
      expect(isDrawable(name), name).toBe(true)
    for (const name of ['Судо', '大谷', 'علي', '🏃']) expect(isDrawable(name), name).toBe(false)
  })
  test('lines break between words and keep to their width', () => {
    const lines = wrapText('the quick brown fox jumps over the lazy dog', 40, 300)
    expect(lines.join(' ')).toBe('the quick brown fox jumps over the lazy dog')
    for (const line of lines) expect(widthOf(line, 40)).toBeLessThanOrEqual(300)
  })
})

/** The shades of a card's pixels, row by row. */
async function pixelsOf(card: Partial<Card>): Promise<Buffer> {
  const whole = {
    ground: 'none',
    title: 'Nora Quist',
    otherwise: '@nora',
    over: '800 m',
    under: 'Ask.',
    ...card,
  }
  const png = Buffer.from(await drawCard(DRAWING, whole))
  const at = png.indexOf('IDAT')
  return inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)))
}

const WORD = 127

describe('a card', () => {
  test.each([
    ['the shortest name', { title: 'Bo Li' }],
    [
      'the longest',
      { title: `${'Maximiliane '.repeat(3)}Featherstonehaugh Wolfeschlegelsteinhausenbergerdorff` },
    ],
    ['one word of seventy letters', { title: 'W'.repeat(70), over: 'm'.repeat(200), under: 'm'.repeat(200) }],
  ])('%s stays within its margins', async (_, card) => {
    const pixels = await pixelsOf(card)
    const columns = new Set<number>()
    const rows = new Set<number>()
    for (let y = 0; y < CARD.height; y += 1)
      for (let x = 0; x < CARD.width; x += 1)
        if (pixels[y * (CARD.width + 1) + x + 1] === WORD) {
          columns.add(x)
          rows.add(y)
        }
    expect(Math.min(...columns)).toBeGreaterThanOrEqual(60)
    expect(Math.max(...columns)).toBeLessThanOrEqual(1_020)
    expect(Math.min(...rows)).toBeGreaterThanOrEqual(50)
    expect(Math.max(...rows)).toBeLessThanOrEqual(600)
  })
  test('every ground is drawn, each another, and its mark', () => {
    const grounds = [...DRAWING.matchAll(/<g id="([\w-]+)"/g)].map(([, ground = '']) => ground)
    const inked = grounds.map((ground) => {
      const { of } = coverageOf(shapesOf(DRAWING, ground), { ...CARD, opacity: plain })
      return of.reduce((sum, each) => sum + each, 0)
    })
    expect(grounds.length).toBeGreaterThan(30)
    expect(Math.min(...inked)).toBeGreaterThan(1_000)
    expect(new Set(inked).size).toBe(grounds.length)
  })
})
