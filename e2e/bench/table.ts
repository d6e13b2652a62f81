import os from 'node:os'
import type { Result } from './measured.ts'

const WIDTHS = [40, 13, 12, 12, 8, 10, 6, 0]

/** Returns the machine's cores and load, without which no figure can be judged. */
export function loadLine(): string {
  const loads = os.loadavg().map((load) => load.toFixed(2))
  return `${os.availableParallelism()} cores, load ${loads.join(' ')} over 1, 5 and 15 minutes`
}

export function headLine(): string {
  return line(['figure', 'unit', 'ours', 'floor', 'ratio', 'bar', '', 'floor is'])
}

/** Returns one figure as a line: medians, their ratio, the bar and whether it is held. */
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

/** Formats a value with about three digits; an empty string for null or NaN. */
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
