/** Where a pen was, in the units of the drawing. */
export type Point = readonly [x: number, y: number]
/** One line of a path, its curves in short straight steps. */
export type Trace = { points: Point[]; isClosed: boolean }

type Pen = { traces: Trace[]; at: Point; control: Point | null }
type Move = { takes: number; draw: (pen: Pen, to: number[]) => void }

const FEWEST_STEPS = 4
const MOST_STEPS = 64

/**
 * The lines of an SVG path, as our own drawings write them: every command, relative or not, arcs of circles only.
 * Throws at anything else; what is traced comes from our files, never from people.
 */
export function tracePath(d: string): Trace[] {
  const pen: Pen = { traces: [], at: [0, 0], control: null }
  for (const [, letter = '', rest = ''] of d.matchAll(/([a-z])([^a-z]*)/gi)) {
    const numbers = (rest.match(/-?(?:\d*\.\d+|\d+)/g) ?? []).map(Number)
    let move = MOVES[letter.toUpperCase()]
    if (!move) throw new Error(`a path has the command ${letter}`)
    const isRelative = letter !== letter.toUpperCase()
    let left = numbers
    do {
      const [x, y] = pen.at
      const taken = left.slice(0, move.takes)
      move.draw(pen, isRelative ? absolute(letter, taken, [x, y]) : taken)
      left = left.slice(move.takes)
      // more pairs after a move are lines
      if (move === MOVES.M) move = LINE
    } while (left.length > 0)
  }
  return pen.traces
}

function absolute(letter: string, numbers: number[], [x, y]: Point): number[] {
  if (letter === 'h') return numbers.map((each) => each + x)
  if (letter === 'v') return numbers.map((each) => each + y)
  const pair = (each: number, place: number) => each + (place % 2 === 0 ? x : y)
  // of an arc only the end is a place
  if (letter === 'a') return [...numbers.slice(0, 5), ...numbers.slice(5).map(pair)]
  return numbers.map(pair)
}

const LINE: Move = { takes: 2, draw: (pen, [x = 0, y = 0]) => to(pen, [x, y]) }

const MOVES: Record<string, Move> = {
  M: {
    takes: 2,
    draw: (pen, [x = 0, y = 0]) => {
      pen.at = [x, y]
      pen.traces.push({ points: [pen.at], isClosed: false })
    },
  },
  L: LINE,
  H: { takes: 1, draw: (pen, [x = 0]) => to(pen, [x, pen.at[1]]) },
  V: { takes: 1, draw: (pen, [y = 0]) => to(pen, [pen.at[0], y]) },
  C: {
    takes: 6,
    draw: (pen, [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0]) =>
      cubic(pen, [
        [a, b],
        [c, d],
        [x, y],
      ]),
  },
  S: { takes: 4, draw: (pen, [c = 0, d = 0, x = 0, y = 0]) => cubic(pen, [mirrored(pen), [c, d], [x, y]]) },
  Q: { takes: 4, draw: (pen, [a = 0, b = 0, x = 0, y = 0]) => quadratic(pen, [a, b], [x, y]) },
  T: { takes: 2, draw: (pen, [x = 0, y = 0]) => quadratic(pen, mirrored(pen), [x, y]) },
  A: { takes: 7, draw: arc },
  Z: {
    takes: 0,
    draw: (pen) => {
      const trace = pen.traces.at(-1)
      if (!trace) return
      trace.isClosed = true
      pen.at = trace.points[0] ?? pen.at
    },
  },
}

function to(pen: Pen, point: Point): void {
  pen.traces.at(-1)?.points.push(point)
  pen.at = point
  pen.control = null
}

function mirrored({ at, control }: Pen): Point {
  return control ? [2 * at[0] - control[0], 2 * at[1] - control[1]] : at
}

function cubic(pen: Pen, [one, two, end]: [Point, Point, Point]): void {
  const start = pen.at
  steps(pen, length([start, one, two, end]), (t) => {
    const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3]
    const along = (axis: 0 | 1) => a * start[axis] + b * one[axis] + c * two[axis] + d * end[axis]
    return [along(0), along(1)]
  })
  pen.control = two
}

function quadratic(pen: Pen, control: Point, end: Point): void {
  const start = pen.at
  steps(pen, length([start, control, end]), (t) => {
    const along = (axis: 0 | 1) =>
      (1 - t) ** 2 * start[axis] + 2 * t * (1 - t) * control[axis] + t * t * end[axis]
    return [along(0), along(1)]
  })
  pen.control = control
}

/** Of a circle, from where the pen is: the smaller or larger way round, one way or the other. */
function arc(pen: Pen, [rx = 0, ry = 0, , isLarge = 0, isClockwise = 0, x = 0, y = 0]: number[]): void {
  if (rx !== ry) throw new Error('a path has an arc that is of no circle')
  const [fromX, fromY] = pen.at
  const half = Math.hypot(x - fromX, y - fromY) / 2
  if (half === 0) return
  const radius = Math.max(rx, half)
  const rise = Math.sqrt(radius ** 2 - half ** 2) / (2 * half)
  const side = isLarge === isClockwise ? -rise : rise
  const centre: Point = [(fromX + x) / 2 - side * (y - fromY), (fromY + y) / 2 + side * (x - fromX)]
  const from = Math.atan2(fromY - centre[1], fromX - centre[0])
  const turn = Math.atan2(y - centre[1], x - centre[0]) - from
  const full = 2 * Math.PI
  const sweep = isClockwise ? ((turn % full) + full) % full : ((turn % full) - full) % full
  steps(pen, Math.abs(sweep) * radius, (t) => [
    centre[0] + radius * Math.cos(from + sweep * t),
    centre[1] + radius * Math.sin(from + sweep * t),
  ])
}

function steps(pen: Pen, size: number, pointAt: (t: number) => Point): void {
  const count = Math.min(MOST_STEPS, Math.max(FEWEST_STEPS, Math.ceil(1.6 * Math.sqrt(size))))
  for (let step = 1; step <= count; step += 1) to(pen, pointAt(step / count))
}

function length(points: Point[]): number {
  return points.slice(1).reduce((sum, [x, y], place) => {
    const [fromX, fromY] = points[place] ?? [x, y]
    return sum + Math.hypot(x - fromX, y - fromY)
  }, 0)
}
