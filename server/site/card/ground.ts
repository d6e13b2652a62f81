import { blankCoverage, type Coverage, dashed, fill, ribbons } from './ink.ts'
import { type Point, type Trace, tracePath } from './trace.ts'

type Shape = {
  traces: Trace[]
  width: number | null
  opacity: number
  dash: readonly [number, number] | null
}

/** The shapes of one group of `chalk.svg`, turned as the group is; none where there is no such group. */
export function shapesOf(drawing: string, group: string): Shape[] {
  const found = new RegExp(`<g id="${group}"([^>]*)>(.*?)</g>`, 's').exec(drawing)
  if (!found) return []
  const [, head = '', body = ''] = found
  const turn = turnOf(head)
  return [...body.matchAll(/<(path|circle) ([^>]*)>/g)].map(([, kind, text = '']) => {
    const value = (name: string) => new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(text)?.[1]
    const number = (name: string) => Number(value(name) ?? 0)
    const d = kind === 'circle' ? circlePath(number('cx'), number('cy'), number('r')) : (value('d') ?? '')
    const [on, off] = (value('stroke-dasharray') ?? '').split(' ').map(Number)
    return {
      traces: tracePath(d).map(({ points, isClosed }) => ({ points: points.map(turn), isClosed })),
      width: value('stroke-width') ? number('stroke-width') : null,
      opacity: Number(value('stroke-opacity') ?? 1),
      dash: on && off ? [on, off] : null,
    }
  })
}

function circlePath(cx: number, cy: number, r: number): string {
  return `M${cx - r} ${cy}A${r} ${r} 0 1 1 ${cx + r} ${cy}A${r} ${r} 0 1 1 ${cx - r} ${cy}Z`
}

function turnOf(head: string): (point: Point) => Point {
  const [, angle, cx, cy] = (/rotate\((-?[\d.]+) ([\d.]+) ([\d.]+)\)/.exec(head) ?? []).map(Number)
  if (!angle || cx === undefined || cy === undefined) return (point) => point
  const [sine, cosine] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)]
  return ([x, y]) => [cx + (x - cx) * cosine - (y - cy) * sine, cy + (x - cx) * sine + (y - cy) * cosine]
}

type Frame = { width: number; height: number; opacity: (x: number) => number }

/** Shapes as they cover a frame of their own width; a lower one is cut above and below alike. */
export function coverageOf(shapes: readonly Shape[], { width, height, opacity }: Frame): Coverage {
  const coverage = blankCoverage(width, height)
  const up = (DRAWN_HEIGHT - height) / 2
  for (const { traces, width: pen, opacity: own, dash } of shapes) {
    const placed = traces.map(({ points, isClosed }) => ({
      points: points.map(([x, y]): Point => [x, y - up]),
      isClosed,
    }))
    const outlines = pen
      ? ribbons(dash ? dashed(placed, dash) : placed, pen)
      : placed.map(({ points }) => points)
    fill(coverage, outlines, (x) => own * opacity(x))
  }
  return coverage
}

/** Every ground is drawn on 1200 × 675. */
const DRAWN_HEIGHT = 675
