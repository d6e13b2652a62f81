import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { checkPatches } from '../patches/patch.ts'
import { drawn, seed } from '../sample.ts'
import { listSources } from '../sources.ts'
import { root } from '../steps.ts'
import { type Mutant, sayChange } from './mutant.ts'
import { mutantsOf } from './operators.ts'
import { readImports } from './related.ts'
import { type Outcome, Session } from './session.ts'

/*
 * npm run mutants -- <folders> --count N: draws N places in the code, changes each in turn while the code is
 * loaded, and runs the tests that load it, nearest first, until one fails. SEED= draws the same places again.
 * --only id tries only that mutant, --least 0.9 fails when fewer than nine of ten are killed, --list only lists
 * them.
 * --from N: continues with the Nth of them. --seconds N: the time for one mutant; --hang N: the time for one test.
 */

const FOLDERS = ['sync', 'server/payment', 'server/question', 'server/answer', 'client/store']
/** Files that no test has to check: tests and their fixtures, and code that production does not have. */
const NOT_OURS = /\.test\.tsx?$|\.d\.ts$|(^|\/)(testing|stand-in|dev)\/|(^|\/)bench\.ts$/
/** Tests that take long, plant mistakes of their own, or test the tools. */
const NOT_FAST = /\.fuzz\.test\.|faults\/planted|^\.ci\//

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    only: { type: 'string' },
    least: { type: 'string' },
    list: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '900' },
    hang: { type: 'string', default: '300' },
  },
})

const sources = listSources()
const allMutantsOf = (file: string) => mutantsOf(file, readFileSync(path.join(root, file), 'utf8'))

function chosen(): Mutant[] {
  if (values.only) {
    const mutant = allMutantsOf(values.only.split(':')[0] ?? '').find(({ id }) => id === values.only)
    if (!mutant) throw new Error(`there is no mutant ${values.only}`)
    return [mutant]
  }
  const folders = positionals.length > 0 ? positionals.map((name) => name.replace(/\/$/, '')) : FOLDERS
  const files = sources.filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      !NOT_OURS.test(file) &&
      folders.some((folder) => file === folder || file.startsWith(`${folder}/`)),
  )
  if (files.length === 0) throw new Error(`there is no code in ${folders.join(', ')}`)
  return drawn('mutants', files.flatMap(allMutantsOf), Number(values.count)).slice(Number(values.from) - 1)
}

function sayOutcome(mutant: Mutant, outcome: Outcome, files: number): void {
  console.log(`${outcome.what.padEnd(10)} ${mutant.id}  ${sayChange(mutant)}`)
  if ('by' in outcome) console.log(`           by ${outcome.by}`)
  else console.log(`           ${outcome.ran} of ${files} test files; npm run mutants -- --only ${mutant.id}`)
}

const mutants = chosen()
console.log(`${mutants.length} mutants of seed ${seed}`)
if (values.list) {
  for (const mutant of mutants) console.log(`${mutant.id}  ${sayChange(mutant)}`)
  process.exit()
}

const imports = readImports(sources)
const session = new Session({
  perMutantMs: Number(values.seconds) * 1_000,
  perTestMs: Number(values.hang) * 1_000,
})
let killed = 0
for (const mutant of mutants) {
  // Check the patch first, because a file changed in the meantime would break every test of it.
  checkPatches([mutant.patch])
  const tests = imports.testsOf(mutant.patch.file).filter((file) => !NOT_FAST.test(file))
  const outcome = await session.try(mutant, tests)
  if (outcome.what === 'killed' || outcome.what === 'hung') killed += 1
  sayOutcome(mutant, outcome, tests.length)
}
session.close()

const share = killed / mutants.length
console.log(`${killed} of ${mutants.length} mutants killed, ${mutants.length - killed} survived`)
process.exitCode = share < Number(values.least ?? 0) ? 1 : 0
