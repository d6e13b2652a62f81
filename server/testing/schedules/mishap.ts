import { HOUR_MS } from '../../../sync/limits.ts'
import { FAULT_POINTS } from '../../fault.ts'
import type { Step, Via } from '../faults/ground.ts'
import type { Draw } from './draw.ts'

type About = { tier: 1 | 2; asks: number }

/** One thing that goes wrong, of the kinds that the tier can do. Times are of the app's clock. */
export function drawMishap(draw: Draw, { tier, asks }: About): Step[] {
  const kind =
    tier === 1
      ? draw.weigh({ crash: 32, outage: 26, webhooks: 12, again: 10, kill: 6, stall: 8, wait: 6, pull: 10 })
      : draw.weigh({
          crash: 30,
          webhooks: 0,
          outage: 0,
          again: 8,
          kill: 30,
          database: 8,
          stall: 0,
          wait: 6,
          pull: 10,
        })
  const via = draw.int(2) as Via
  switch (kind) {
    case 'crash':
      return crashes(draw)
    case 'outage':
      return [drawOutage(draw), ...(draw.chance(0.3) ? [drawOutage(draw)] : [])]
    case 'webhooks':
      return [drawWebhooks(draw)]
    case 'again':
      return [{ do: 'run again', count: 1 + draw.int(6) }]
    case 'kill':
      return [
        {
          do: 'together',
          steps: [
            { after: 0, step: { do: 'run', via } },
            { after: draw.int(80), step: { do: 'kill', via } },
          ],
        },
      ]
    case 'database':
      return [{ do: 'kill database' }]
    case 'stall':
      return [{ do: 'stall', at: draw.pick(FAULT_POINTS), ms: 20 + draw.int(200) }]
    case 'wait':
      return [{ do: 'wait', ms: draw.pick([HOUR_MS, 2 * HOUR_MS, 6 * HOUR_MS, 13 * HOUR_MS, 25 * HOUR_MS]) }]
    case 'pull':
      return [{ do: 'pull', reader: draw.pick(['member', 'paid', 'promo', 'free']), via }]
  }
  throw new Error(`no mishap is called ${String(kind)} among ${asks} asks`)
}

/** A server stops at a named point; now and then nobody looks for more than a day, and Stripe forgets the keys. */
function crashes(draw: Draw): Step[] {
  const crash: Step = { do: 'crash', at: draw.pick(FAULT_POINTS), nth: 1 + draw.int(2) }
  if (draw.chance(0.25)) return [crash, { do: 'crash', at: draw.pick(FAULT_POINTS), nth: 1 }]
  if (!draw.chance(0.15)) return [crash]
  return [crash, { do: 'run', via: 0 }, { do: 'run', via: 1 }, { do: 'wait', ms: 25 * HOUR_MS }]
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
    delaySeconds: draw.pick([0, 0, 30, 3_600, 2 * 86_400]),
    drops: draw.pick([0, 0, 1, 3, 1_000]),
  }
}
