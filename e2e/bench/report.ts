import { readFile, writeFile } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import type { Kept, Result } from './measured.ts'
import { drawFigures } from './plot.ts'

const DOCS = join(import.meta.dirname, '../../docs')

/** Replaces these results in docs/figures.json, keeps the others, and redraws docs/figures.svg from all of them. */
export async function keepFigures(results: Result[]): Promise<void> {
  const file = join(DOCS, 'figures.json')
  const former: Kept[] = JSON.parse(await readFile(file, 'utf8').catch(() => '[]'))
  const day = new Date().toISOString().slice(0, 10)
  const load = Number((os.loadavg()[1] ?? 0).toFixed(2))
  const byName = new Map(former.map((kept) => [kept.figure, kept]))
  for (const result of results) byName.set(result.figure, { ...rounded(result), day, load })
  const all = [...byName.values()]
  await writeFile(file, `${JSON.stringify(all, null, 2)}\n`)
  await writeFile(join(DOCS, 'figures.svg'), drawFigures(all))
}

/** Rounds to four digits, because a noisy machine measures no more precisely. */
function rounded(result: Result): Result {
  const cut = (value: number | null) => (value === null ? null : Number(value.toPrecision(4)))
  return {
    ...result,
    ours: Number(result.ours.toPrecision(4)),
    floor: cut(result.floor),
    ratio: cut(result.ratio),
  }
}
