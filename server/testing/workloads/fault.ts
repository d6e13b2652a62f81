import { HOUR_MS } from '../../../sync/limits.ts'
import { FAULT_POINTS, type FaultPoint } from '../../fault.ts'
import { FOR_GOOD, type MachineStep, type Step, type Via } from '../grounds/ground.ts'
import { createDraw, type Draw } from './random.ts'

const WEIGHTS = {
  1: {
    crash: 32,
    outage: 26,
    webhooks: 12,
    again: 10,
    kill: 6,
    database: 5,
    line: 0,
    stall: 8,
    wait: 6,
    pull: 10,
  },
  2: {
    crash: 28,
    outage: 10,
    webhooks: 6,
    again: 8,
    kill: 22,
    database: 8,
    line: 10,
    stall: 4,
    wait: 6,
    pull: 8,
  },
}

/**
 * Tells whether a point is inside the transaction of an operation. `jobsAmiss` draws these points apart, and those of
 * tips that are given up, so that old seeds keep their points.
 */
const isInside = (point: FaultPoint) => /\.before-(intended|done)$/.test(point)
const isOfGivenUpTip = (point: FaultPoint) => point.startsWith('tip-release.')
const OF_GIVEN_UP_TIPS = FAULT_POINTS.filter(isOfGivenUpTip)
const INSIDE = FAULT_POINTS.filter((point) => isInside(point) && !isOfGivenUpTip(point))
/**
 * Tells whether a point is one of renditions. These came later: schedules draw nothing at them, and tests of their
 * own strike them.
 */
const isOfRendition = (point: FaultPoint) =>
  point === 'media.after-converted' || point === 'media.after-rendition'
const POINTS = FAULT_POINTS.filter(
  (point) => !isInside(point) && !isOfGivenUpTip(point) && !isOfRendition(point),
)

/** Draws one fault of the kinds that the tier can have. Waits and the delays of webhooks go by the app's clock. */
export function drawMishap(draw: Draw, tier: 1 | 2): Step[] {
  const via = draw.int(2) as Via
  const kind = draw.weigh(WEIGHTS[tier])
  const drawn: { [name in typeof kind]: () => Step[] } = {
    crash: () => crashes(draw),
    outage: () => outages(draw),
    webhooks: () => [drawWebhooks(draw)],
    again: () => [{ do: 'run again', count: 1 + draw.int(6) }],
    kill: () => [amid(draw, via, { do: 'kill', via })],
    database: () => [amid(draw, via, { do: 'kill database' })],
    line: () => [{ do: 'cut line', via, bytes: draw.pick([1, 500, 5_000, 50_000]) + draw.int(5_000) }],
    stall: () => [{ do: 'stall', at: draw.pick(POINTS), ms: 20 + draw.int(200) }],
    wait: () => [{ do: 'wait', ms: draw.pick([1, 2, 6, 13, 25]) * HOUR_MS }],
    pull: () => [{ do: 'pull', reader: draw.pick(['member', 'paid', 'promo', 'free']), via }],
  }
  return drawn[kind]()
}

/**
 * Adds faults of jobs to some schedules: no server works for more than three days, both servers do a sweep at the
 * same moment, or a server stops inside the transaction of an operation or while a tip is given up.
 */
export function jobsAmiss(seed: number, steps: readonly Step[]): Step[] {
  const draw = createDraw(seed + 27_000_000)
  const line = [...steps]
  const put = (step: Step) => void line.splice(draw.int(line.length + 1), 0, step)
  if (draw.chance(0.1)) put({ do: 'wait', ms: (73 + draw.int(8)) * HOUR_MS })
  for (const sweep of ['sweep.minute', 'sweep.hour', 'sweep.night'] as const)
    if (draw.chance(0.15)) put({ do: 'sweep twice', sweep })
  if (draw.chance(0.3)) put({ do: 'crash', at: draw.pick(INSIDE), nth: 1 + draw.int(2) })
  if (draw.chance(0.25)) put({ do: 'crash', at: draw.pick(OF_GIVEN_UP_TIPS), nth: 1 })
  return line
}

/**
 * Adds one fault of a machine other than a kill to half of the schedules of processes, mostly while a server works.
 * In some, a server is killed while the bytes of a video come.
 */
export function machinesAmiss(seed: number, steps: readonly Step[]): Step[] {
  const draw = createDraw(seed + 49_000_000)
  const line = draw.chance(0.3) ? killedBetweenBytes(draw, steps) : [...steps]
  if (draw.chance(0.5)) return line
  const at = draw.int(line.length + 1)
  const via = draw.int(2) as Via
  const what = draw.weigh({ stop: 4, newer: 3, block: 3, memory: 2, videos: 3, database: 2 })
  const drawn: { [name in typeof what]: MachineStep } = {
    stop: { do: 'tell to stop', via },
    newer: { do: 'newer version', via },
    block: { do: 'block', via, ms: draw.pick([500, 2_000, 5_000]) },
    memory: { do: 'exhaust memory', via },
    videos: { do: 'fill disk', of: 'videos', via },
    database: { do: 'fill disk', of: 'database', via },
  }
  line.splice(at, 0, amid(draw, via, drawn[what]))
  return line
}

function killedBetweenBytes(draw: Draw, steps: readonly Step[]): Step[] {
  const sends = steps.flatMap((step, at) => (step.do === 'send' ? [{ at, send: step }] : []))
  if (sends.length === 0) return [...steps]
  const { at, send } = draw.pick(sends)
  const killed: Step = {
    do: 'together',
    steps: [
      { after: 0, step: { ...send, way: 'slow' } },
      { after: 20 + draw.int(120), step: { do: 'kill', via: send.via } },
    ],
  }
  return steps.with(at, killed)
}

/** Makes a step happen while a server works. */
export function amid(draw: Draw, via: Via, step: Step): Step {
  return {
    do: 'together',
    steps: [
      { after: 0, step: { do: 'run', via } },
      { after: draw.int(80), step },
    ],
  }
}

/**
 * Draws a crash at a fault point, or two. Now and then no server works for more than a day after it, and Stripe
 * forgets the keys.
 */
function crashes(draw: Draw): Step[] {
  const crash: Step = { do: 'crash', at: draw.pick(POINTS), nth: 1 + draw.int(2) }
  if (draw.chance(0.25)) return [crash, { do: 'crash', at: draw.pick(POINTS), nth: 1 }]
  if (!draw.chance(0.15)) return [crash]
  return [crash, { do: 'run', via: 0 }, { do: 'run', via: 1 }, { do: 'wait', ms: 25 * HOUR_MS }]
}

/** Draws one or two outages of a few calls, or one that lasts for the rest of the schedule. */
function outages(draw: Draw): Step[] {
  if (draw.chance(0.06))
    return [
      { do: 'outage', call: 'any', kind: draw.pick(['refuse', 'error-before']), times: FOR_GOOD },
      { do: 'wait', ms: 6 * HOUR_MS },
    ]
  return [drawOutage(draw), ...(draw.chance(0.3) ? [drawOutage(draw)] : [])]
}

function drawOutage(draw: Draw): Step {
  const kind = draw.weigh({
    refuse: 5,
    'error-before': 6,
    'error-after': 6,
    'cut-after': 6,
    'rate-limit': 3,
    hang: 2,
    'hang-after': 3,
    slow: 1,
  })
  const call = draw.weigh({ create: 3, capture: 4, cancel: 4, read: 3, any: 3 })
  return {
    do: 'outage',
    call,
    kind,
    times: draw.weigh({ one: 5, two: 4, many: 2 }) === 'one' ? 1 : 2 + draw.int(5),
  }
}

function drawWebhooks(draw: Draw): Step {
  return {
    do: 'webhooks',
    duplicates: draw.pick([0, 1, 4]),
    shuffle: draw.chance(0.6),
    delaySeconds: draw.pick([0, 0, 30, 3_600, 2 * 86_400, 3 * 86_400]),
    drops: draw.pick([0, 0, 1, 3, 1_000]),
  }
}
