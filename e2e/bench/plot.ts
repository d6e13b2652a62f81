import type { Kept } from './measured.ts'
import { short } from './table.ts'

const ROW = 26
/** The width that a letter of a label takes on average, at most. */
const LETTER = 7
const WIDTH = 420
const MARGIN = 70
const TOP = 40

type Bar = { figure: string; part: number; words: string; isHeld: boolean }

/** Draws every figure that has a bar as an SVG, as a share of what its bar allows, so that less is always better. */
export function drawFigures(all: Kept[]): string {
  const bars = all.flatMap(barOf)
  const left = Math.max(...bars.map(({ figure }) => figure.length * LETTER), 0) + 20
  const height = TOP + bars.length * ROW + 20
  const most = Math.max(2, ...bars.map(({ part }) => part))
  const at = (part: number) => left + (WIDTH * part) / most
  const rows = bars.map(({ figure, part, words, isHeld }, index) => {
    const y = TOP + index * ROW
    return [
      `<text x="${left - 10}" y="${y + 16}" text-anchor="end">${escapeXml(figure)}</text>`,
      `<rect x="${left}" y="${y + 4}" width="${(at(part) - left).toFixed(1)}" height="16" rx="2" class="${isHeld ? 'held' : 'over'}"/>`,
      `<text x="${left + WIDTH + 10}" y="${y + 16}" class="value">${escapeXml(words)}</text>`,
    ].join('')
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${left + WIDTH + MARGIN + 60} ${height}" role="img" aria-label="Figures against their bars">
<style>text{font:13px system-ui,sans-serif;fill:#222}.value{fill:#555}.held{fill:#3f7d58}.over{fill:#b4472e}.bar{stroke:#222;stroke-dasharray:4 3}@media(prefers-color-scheme:dark){text{fill:#eee}.value{fill:#bbb}.bar{stroke:#eee}}</style>
<text x="${at(1).toFixed(1)}" y="${TOP - 18}" text-anchor="middle">the bar</text>
<line x1="${at(1).toFixed(1)}" x2="${at(1).toFixed(1)}" y1="${TOP - 10}" y2="${height - 14}" class="bar"/>
${rows.join('\n')}
</svg>
`
}

function barOf({ figure, ours, ratio, bar, isHeld, unit }: Kept): Bar[] {
  const value = bar?.of === 'ratio' ? ratio : ours
  const limit = bar?.most ?? bar?.least
  // A bar whose limit is zero has no shares to draw.
  if (!bar || !limit || value === null || value === 0) return []
  const part = bar.most === undefined ? limit / value : value / limit
  const words = bar.of === 'ratio' ? `${short(ratio)}×` : `${short(ours)} ${unit}`
  return [{ figure, part, words, isHeld: isHeld === true }]
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
