import type { Point, Trace } from './trace.ts'

/** How much of every pixel is covered, from 0 to 1, row by row. */
export type Coverage = { width: number; height: number; of: Float32Array }

export function blankCoverage(width: number, height: number): Coverage {
  return { width, height, of: new Float32Array(width * height) }
}

/** Whatever the outlines enclose is laid over what is there; `opacity` may differ from column to column. */
export function fill(on: Coverage, outlines: readonly Point[][], opacity: (x: number) => number): void {
  const { width, height, of } = on
  const field = fieldAround(outlines, { width, height })
  for (const outline of outlines) {
    outline.forEach((point, place) => {
      edge(field, point, outline[(place + 1) % outline.length] ?? point)
    })
  }
  const alphas = Float32Array.from({ length: width }, (_, x) => opacity(x))
  for (let y = field.top; y < field.bottom; y += 1) {
    const start = (y - field.top) * field.row
    let sum = 0
    for (let x = 0; x < width; x += 1) {
      sum += field.edges[start + x] ?? 0
      if (sum === 0) continue
      const at = y * width + x
      const alpha = Math.min(1, Math.abs(sum)) * (alphas[x] ?? 0)
      of[at] = (of[at] ?? 0) + alpha * (1 - (of[at] ?? 0))
    }
  }
}

/** The rows that outlines reach, with what changes from pixel to pixel. */
type Field = { edges: Float32Array; row: number; width: number; top: number; bottom: number }

function fieldAround(
  outlines: readonly Point[][],
  { width, height }: { width: number; height: number },
): Field {
  let [top, bottom] = [height, 0]
  for (const outline of outlines) {
    for (const [, y] of outline) {
      top = Math.max(0, Math.min(top, Math.floor(y)))
      bottom = Math.min(height, Math.max(bottom, Math.ceil(y)))
    }
  }
  const row = width + 2
  return { edges: new Float32Array(row * Math.max(0, bottom - top)), row, width, top, bottom }
}

/**
 * Adds what one edge changes: in each row it crosses, the part of the pixel it goes through that lies right of it, and
 * the rest to the pixel after. Summed along a row this is the covered area, exactly.
 */
function edge(field: Field, from: Point, to: Point): void {
  if (from[1] === to[1]) return
  const direction = from[1] < to[1] ? 1 : -1
  const [high, low] = direction > 0 ? [from, to] : [to, from]
  const slope = (low[0] - high[0]) / (low[1] - high[1])
  const last = Math.min(field.bottom, Math.ceil(low[1]))
  const clamp = (x: number) => Math.min(field.width, Math.max(0, x))
  for (let y = Math.max(field.top, Math.floor(high[1])); y < last; y += 1) {
    const begin = Math.max(y, high[1])
    const end = Math.min(y + 1, low[1])
    if (end <= begin) continue
    const one = clamp(high[0] + slope * (begin - high[1]))
    const other = clamp(high[0] + slope * (end - high[1]))
    const start = (y - field.top) * field.row
    addSpan(field.edges, start, [Math.min(one, other), Math.max(one, other), direction * (end - begin)])
  }
}

function addSpan(edges: Float32Array, start: number, [left, right, depth]: [number, number, number]): void {
  const last = Math.floor(right)
  for (let x = Math.floor(left); x <= last; x += 1) {
    const [from, to] = [Math.max(left, x), Math.min(right, x + 1)]
    const part = right === left ? depth : (depth * (to - from)) / (right - left)
    const beyond = part * ((from + to) / 2 - x)
    edges[start + x] = (edges[start + x] ?? 0) + part - beyond
    edges[start + x + 1] = (edges[start + x + 1] ?? 0) + beyond
  }
}

/** The outlines of lines drawn with a pen of some width: a ribbon for an open one, two rings for a closed one. */
export function ribbons(traces: readonly Trace[], width: number): Point[][] {
  return traces.flatMap((trace) => {
    const points = trace.points.filter((point, place) => {
      const [x, y] = trace.points[place - 1] ?? [Number.NaN, Number.NaN]
      return point[0] !== x || point[1] !== y
    })
    const [first, last] = [points[0], points.at(-1)]
    if (!first || !last || points.length < 2) return []
    const meets = first[0] === last[0] && first[1] === last[1]
    const corners = trace.isClosed && meets ? points.slice(0, -1) : points
    const left = sideOf(corners, width / 2, trace.isClosed)
    const right = sideOf(corners, -width / 2, trace.isClosed).reverse()
    return trace.isClosed ? [left, right] : [[...left, ...right]]
  })
}

const SHARPEST = 0.25

/** The line beside a line; at a corner it is moved along the middle between its two sides. */
function sideOf(points: readonly Point[], by: number, isClosed: boolean): Point[] {
  const count = points.length
  return points.map((point, place) => {
    const before = points[isClosed ? (place + count - 1) % count : Math.max(0, place - 1)] ?? point
    const after = points[isClosed ? (place + 1) % count : Math.min(count - 1, place + 1)] ?? point
    const [ax, ay] = across(before, point)
    const [bx, by2] = across(point, after)
    const one: Point = before === point ? [bx, by2] : [ax, ay]
    const other: Point = after === point ? one : [bx, by2]
    const stretch = 1 / Math.max(SHARPEST, 1 + one[0] * other[0] + one[1] * other[1])
    return [point[0] + by * (one[0] + other[0]) * stretch, point[1] + by * (one[1] + other[1]) * stretch]
  })
}

/** One unit to the side of the way from one point to another. */
function across([x, y]: Point, [toX, toY]: Point): Point {
  const size = Math.hypot(toX - x, toY - y) || 1
  return [(y - toY) / size, (toX - x) / size]
}

/** A line in pieces: so long drawn, so long left out. */
export function dashed(traces: readonly Trace[], [on, off]: readonly [number, number]): Trace[] {
  const pieces: Trace[] = []
  for (const { points } of traces) {
    let walked = 0
    for (const [place, to] of points.entries()) {
      const from = points[place - 1]
      if (!from) continue
      const size = Math.hypot(to[0] - from[0], to[1] - from[1])
      const at = (distance: number): Point => {
        const t = Math.min(1, Math.max(0, (distance - walked) / size))
        return [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t]
      }
      for (let dash = Math.floor(walked / (on + off)) * (on + off); dash < walked + size; dash += on + off) {
        if (dash + on > walked) pieces.push({ points: [at(dash), at(dash + on)], isClosed: false })
      }
      walked += size
    }
  }
  return pieces
}
