import { parseArgs } from 'node:util'
import { findMistakes } from './hunt.ts'
import { runSeeds } from './seeds.ts'
import { stormExpiries, stormWebhooks } from './storm.ts'

/*
 * npm run faults -- --seed N --schedules N --tier 1|2|3: draws schedules from seeds, plays each with its faults,
 * heals everything, lets nine days go by, and checks every promise. Tier 1 is two servers in this process on the test
 * clock, tier 2 is processes that are killed, and the database with them, and tier 3 is a cluster with all its parts.
 * --lanes N plays so many schedules side by side.
 * --volume draws the largest amounts there can be: the last line says how much was captured.
 * npm run faults -- --bugs, or --bug name: plants each known mistake in turn and says which seed found it.
 * npm run faults -- --expiries N: makes N questions due in one second, on two workers.
 * npm run faults -- --webhooks N: delivers N events, half of them doubled, in another order, and expects the same
 * end.
 */

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    schedules: { type: 'string', default: '100' },
    tier: { type: 'string', default: '1' },
    lanes: { type: 'string', default: '2' },
    volume: { type: 'boolean', default: false },
    bugs: { type: 'boolean', default: false },
    bug: { type: 'string' },
    expiries: { type: 'string' },
    webhooks: { type: 'string' },
  },
})

const say = (line: string) => void process.stdout.write(`${line}\n`)

function whole(name: 'seed' | 'schedules' | 'tier' | 'lanes' | 'expiries' | 'webhooks'): number {
  const given = Number(values[name])
  if (!Number.isInteger(given) || given < 1) throw new Error(`--${name} wants a whole number from 1 on`)
  return given
}

// The clock can be moved only under test.
process.env.NODE_ENV = 'test'

function run(): Promise<boolean> {
  if (values.expiries) return stormExpiries(whole('expiries'), say)
  if (values.webhooks) return stormWebhooks(whole('webhooks'), say)
  const tier = ([1, 2, 3] as const).find((each) => each === whole('tier'))
  if (!tier) throw new Error('--tier is 1, 2 or 3')
  const seeds = {
    first: whole('seed'),
    count: whole('schedules'),
    lanes: whole('lanes'),
    tier,
    isRich: values.volume,
  } as const
  return values.bugs || values.bug ? findMistakes(seeds, say, values.bug) : runSeeds(seeds, say)
}

process.exit((await run()) ? 0 : 1)
