import os from 'node:os'
import type { Result } from './measured.ts'

const WIDTHS = [40, 13, 12, 12, 8, 10, 6, 0]

/** What the machine had to do meanwhile: without it no figure means anything. */
export function loadLine(): string {
  const loads = os.loadavg().map((load) => load.toFixed(2))
  return `${os.availableParallelism()} cores, load ${loads.join(' ')} over 1, 5 and 15 minutes`
}

export function headLine(): string {
  return line(['figure', 'unit', 'ours', 'floor', 'ratio', 'bar', '', 'floor is'])
}

/** One figure as a line: medians, their ratio, the bar and whether it is held. */
export function figureLine({ figure, unit, ours, floor, ratio, bar, isHeld, against }: Result): string {
  return line([
    figure,
    unit,
    short(ours),
    short(floor),
    short(ratio),
    bar ? `${bar.least ? '≥' : '≤'} ${bar.least ?? bar.most}${bar.of === 'ratio' ? '×' : ''}` : '',
    isHeld === null ? '' : isHeld ? 'ok' : 'OVER',
    against,
  ])
}

/** Three digits or so; nothing where there is no value. */
export function short(value: number | null): string {
  if (value === null || Number.isNaN(value)) return ''
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toFixed(digits)
}

function line(cells: string[]): string {
  return cells
    .map((cell, index) => cell.padEnd(WIDTHS[index] ?? 0))
    .join(' ')
    .trimEnd()
}
