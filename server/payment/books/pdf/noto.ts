import { readFile } from 'node:fs/promises'
import subsetFont from 'subset-font'

/**
 * The Noto fonts for the scripts that DejaVu lacks. Each package splits its font into parts of a few hundred
 * characters; these are the indexes of the parts.
 */
const FAMILIES = {
  'noto-sans-devanagari': import.meta.resolve('@fontsource-variable/noto-sans-devanagari/unicode.json'),
  'noto-sans-thai': import.meta.resolve('@fontsource-variable/noto-sans-thai/unicode.json'),
  'noto-sans-sc': import.meta.resolve('@fontsource-variable/noto-sans-sc/unicode.json'),
  'noto-sans-tc': import.meta.resolve('@fontsource-variable/noto-sans-tc/unicode.json'),
  'noto-sans-jp': import.meta.resolve('@fontsource-variable/noto-sans-jp/unicode.json'),
  'noto-sans-kr': import.meta.resolve('@fontsource-variable/noto-sans-kr/unicode.json'),
  'noto-emoji': import.meta.resolve('@fontsource-variable/noto-emoji/unicode.json'),
} as const
export type Family = keyof typeof FAMILIES

/** One part of a family: its file, and the first and last code point of each range that it covers. */
export type Part = { family: Family; file: URL; stretches: readonly (readonly [number, number])[] }

/** The parts to skip, because DejaVu covers their scripts. */
const WRITTEN_BY_DEJAVU = /latin|cyrillic|vietnamese/

let all: Promise<Part[]> | null = null

/** Returns the parts of all families. The indexes are read once. */
export function notoParts(): Promise<Part[]> {
  all ??= Promise.all((Object.keys(FAMILIES) as Family[]).map(partsOf)).then((parts) => parts.flat())
  return all
}

async function partsOf(family: Family): Promise<Part[]> {
  const index = await readFile(new URL(FAMILIES[family]), 'utf8')
  return Object.entries(JSON.parse(index) as Record<string, string>)
    .map(([name, ranges]) => ({ name: name.replace(/[[\]]/g, ''), ranges }))
    .filter(({ name }) => !WRITTEN_BY_DEJAVU.test(name))
    .map(({ name, ranges }) => ({
      family,
      file: new URL(`files/${family}-${name}-wght-normal.woff2`, FAMILIES[family]),
      stretches: ranges.split(',').map(stretchOf),
    }))
}

/** Parses a range such as "U+9c82-9c83". */
function stretchOf(range: string): [number, number] {
  const [first = '', last = first] = range.trim().replace(/^U\+/i, '').split('-')
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
}

export const writes = ({ stretches }: Part, point: number): boolean =>
  stretches.some(([first, last]) => point >= first && point <= last)

/** Returns the font of a part in one weight, in a format that a PDF can embed. */
export async function fontOf({ file, stretches }: Part, weight: number): Promise<Buffer> {
  const points = stretches.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  )
  const packed = await readFile(file)
  return subsetFont(packed, points.map((point) => String.fromCodePoint(point)).join(''), {
    targetFormat: 'sfnt',
    variationAxes: { wght: weight },
  })
}
