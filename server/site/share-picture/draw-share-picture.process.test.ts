import { readFileSync } from 'node:fs'
import { renderAsync } from '@resvg/resvg-js'
import { describe, expect, test } from 'vitest'
import { sample } from '../../../.ci/sample.ts'
import { drawSharePicture, groundOf, PICTURE_SIZE, type SharePicture, svgOf } from './draw-share-picture.ts'
import { isDrawable, widthOf, wrapText } from './lettering.ts'

const DRAWING = readFileSync(new URL('../../../client/ui/chalk/chalk.svg', import.meta.url), 'utf8')
const CHALK = [0xf4, 0xf0, 0xe4]
const OF_NORA = { ground: 'none', title: 'Nora Quist', otherwise: '@nora', over: '800 m', under: 'Ask.' }

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

/** Returns the red, green, blue and opacity of a card's pixels, row by row. */
async function pixelsOf(card: Partial<SharePicture>): Promise<Buffer> {
  return (await renderAsync(svgOf(DRAWING, { ...OF_NORA, ...card }))).pixels
}

describe('a share picture', () => {
  test('is a PNG of the size that social networks ask for, the same one each time', async () => {
    const [once, again] = [await drawSharePicture(DRAWING, OF_NORA), await drawSharePicture(DRAWING, OF_NORA)]
    const head = new DataView(once.buffer)
    expect(Buffer.from(once.subarray(1, 4)).toString()).toBe('PNG')
    expect([head.getUint32(16), head.getUint32(20)]).toEqual([PICTURE_SIZE.width, PICTURE_SIZE.height])
    expect(again).toEqual(once)
  })
  test('whose title is of another script bears what stands for it', async () => {
    expect(svgOf(DRAWING, { ...OF_NORA, title: '大谷' })).toBe(svgOf(DRAWING, { ...OF_NORA, title: '@nora' }))
  })
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
    for (let at = 0; at < pixels.length; at += 4)
      if (CHALK.every((shade, place) => pixels[at + place] === shade)) {
        columns.add((at / 4) % PICTURE_SIZE.width)
        rows.add(Math.floor(at / 4 / PICTURE_SIZE.width))
      }
    expect(Math.min(...columns)).toBeGreaterThanOrEqual(60)
    expect(Math.max(...columns)).toBeLessThanOrEqual(1_020)
    expect(Math.min(...rows)).toBeGreaterThanOrEqual(50)
    expect(Math.max(...rows)).toBeLessThanOrEqual(600)
  })
  test('every ground is another, and is drawn', async () => {
    const grounds = [...DRAWING.matchAll(/<g id="([\w-]+)-mark"/g)].map(([, ground = '']) => ground)
    expect(grounds.length).toBeGreaterThan(15)
    expect(new Set(grounds.map((ground) => groundOf(DRAWING, ground).replace(ground, ''))).size).toBe(
      grounds.length,
    )
    const pictures = new Set<string>()
    const drawn = sample('grounds of cards', grounds, 3)
    for (const ground of ['none', ...drawn]) pictures.add((await pixelsOf({ ground })).toString('base64'))
    expect(pictures.size).toBe(drawn.length + 1)
  })
})
