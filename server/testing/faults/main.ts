import { FAULT_POINTS } from '../../fault.ts'
import { drawScript } from '../schedules/script.ts'
import { openLane } from './lane.ts'
import { runScript, sayFailure } from './run.ts'

/*
 * npm run faults -- --seed N --schedules N: draws schedules from seeds, lets each happen with its faults, heals, lets
 * eight days go by, and holds what is there against every promise. Needs NODE_ENV=test, as planted mistakes do.
 */

const say = (line: string) => process.stdout.write(`${line}\n`)

function numberOf(name: string, otherwise: number): number {
  const at = process.argv.indexOf(`--${name}`)
  const given = at < 0 ? otherwise : Number(process.argv[at + 1])
  if (!Number.isInteger(given) || given < 1) throw new Error(`--${name} wants a whole number from 1 on`)
  return given
}

async function main(): Promise<number> {
  const first = numberOf('seed', 1)
  const count = numberOf('schedules', 100)
  if (numberOf('tier', 1) !== 1)
    throw new Error('Only tier 1, in this process on the test clock, is there so far.')
  const lane = await openLane()
  let faults = 0
  let violations = 0
  for (let seed = first; seed < first + count; seed += 1) {
    const ran = await runScript(lane, drawScript(seed))
    faults += ran.faults
    if (ran.violations.length === 0) continue
    violations += 1
    say(sayFailure(ran))
  }
  const missed = FAULT_POINTS.filter((point) => !lane.reached.has(point))
  await lane.close()
  if (missed.length > 0) say(`never reached: ${missed.join(', ')}`)
  say(
    `${count} schedules, ${faults} faults, ${FAULT_POINTS.length - missed.length}/${FAULT_POINTS.length} fault points reached, ${violations} violations`,
  )
  return violations
}

process.exit((await main()) === 0 ? 0 : 1)
