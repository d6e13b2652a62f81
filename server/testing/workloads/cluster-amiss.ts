import type { ClusterStep, Step } from '../grounds/ground.ts'
import { amid } from './fault.ts'
import { createDraw, type Draw } from './random.ts'
import { changed, viaOf } from './weave.ts'

/**
 * Adds faults of one to three parts of a cluster, most of them while a server works or a video comes. It also
 * replaces the faults that only one machine has: a standby takes over instead of a database that is killed, and a
 * bucket is full instead of a disk.
 */
export function clusterAmiss(seed: number, steps: readonly Step[]): Step[] {
  const draw = createDraw(seed + 83_000_000)
  const line = steps.map((step) => changed(step, onCluster))
  for (let left = 1 + draw.int(3); left > 0; left--) put(draw, line, drawPart(draw))
  return line
}

function onCluster(step: Step): Step {
  if (step.do === 'kill database') return { do: 'fail over' }
  if (step.do === 'fill disk') return { do: 'store amiss', kind: 'full', times: 6 }
  return step
}

/**
 * Draws a fault of one part. The library of the store tries a request three times, so the app does not notice a
 * fault of fewer requests.
 */
function drawPart(draw: Draw): ClusterStep {
  const what = draw.weigh({ store: 12, pooler: 3, over: 3, switch: 3, broker: 2 })
  const drawn: { [name in typeof what]: () => ClusterStep } = {
    store: () => ({
      do: 'store amiss',
      kind: draw.weigh({ busy: 3, reset: 3, 'reset after': 4, silence: 2, slow: 2, full: 3 }),
      times: draw.pick([1, 3, 4, 6, 12]),
    }),
    pooler: () => ({ do: 'restart pooler' }),
    over: () => ({ do: 'fail over' }),
    switch: () => ({ do: 'switch over' }),
    broker: () => ({ do: 'lose broker', ms: draw.pick([100, 1_000, 5_000]) }),
  }
  return drawn[what]()
}

/**
 * Inserts a fault of a part. The store's fault needs a request, so it mostly comes before a video does; all others
 * come at any time or while a video comes.
 */
function put(draw: Draw, line: Step[], step: ClusterStep): void {
  const sends = line.flatMap((each, at) => (each.do === 'send' ? [{ at, send: each }] : []))
  const isStore = step.do === 'store amiss'
  if (sends.length === 0 || draw.chance(isStore ? 0.15 : 0.5))
    return void line.splice(draw.int(line.length + 1), 0, amid(draw, viaOf(draw), step))
  const { at, send } = draw.pick(sends)
  if (isStore) return void line.splice(at, 0, step)
  line[at] = {
    do: 'together',
    steps: [
      { after: 0, step: { ...send, way: 'slow' } },
      { after: draw.int(140), step },
    ],
  }
}
