import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

/** Fonts for the scripts that DejaVu does not write, each cut by its package into parts of a few hundred characters. */
const FAMILIES = [
  'noto-sans-devanagari',
  'noto-sans-thai',
  'noto-sans-sc',
  'noto-sans-tc',
  'noto-sans-jp',
  'noto-sans-kr',
  'noto-emoji',
] as const
export type Family = (typeof FAMILIES)[number]

/** A file of a family, and the first and the last of each stretch of code points that it writes. */
export type Part = { family: Family; file: string; stretches: readonly (readonly [number, number])[] }

/** Packages have these scripts too, and DejaVu writes them. */
const WRITTEN_BY_DEJAVU = /latin|cyrillic|vietnamese/

let all: Promise<Part[]> | null = null

/** Every part of every family. Read once. */
export function notoParts(): Promise<Part[]> {
  all ??= Promise.all(FAMILIES.map(partsOf)).then((parts) => parts.flat())
  return all
}

async function partsOf(family: Family): Promise<Part[]> {
  const index = await readFile(pathOf(`${family}/unicode.json`), 'utf8')
  return Object.entries(JSON.parse(index) as Record<string, string>)
    .map(([name, ranges]) => ({ name: name.replace(/[[\]]/g, ''), ranges }))
    .filter(({ name }) => !WRITTEN_BY_DEJAVU.test(name))
    .map(({ name, ranges }) => ({
      family,
      file: `${family}/files/${family}-${name}-wght-normal.woff2`,
      stretches: ranges.split(',').map(stretchOf),
    }))
}

/** "U+9c82-9c83" */
function stretchOf(range: string): [number, number] {
  const [first = '', last = first] = range.trim().replace(/^U\+/i, '').split('-')
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
}

export const writes = ({ stretches }: Part, point: number): boolean =>
  stretches.some(([first, last]) => point >= first && point <= last)

/** The font of a part in one weight, as a document can take it in. */
export async function fontOf({ file, stretches }: Part, weight: number): Promise<Buffer> {
  const points = stretches.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  )
  const packed = await readFile(pathOf(file))
  return subsetFont(packed, points.map((point) => String.fromCodePoint(point)).join(''), {
    targetFormat: 'sfnt',
    variationAxes: { wght: weight },
  })
}

const pathOf = (file: string) => fileURLToPath(import.meta.resolve(`@fontsource-variable/${file}`))
