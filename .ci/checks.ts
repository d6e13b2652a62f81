import { join } from 'node:path'
import { printResult, runStep, type Step } from './steps.ts'
import { addTallies, type Tally, tallyReport, tallyStep } from './tally.ts'

const unit = 'unit'

/** Returns the steps of `npm run check`. No step needs another's result. */
function checkSteps(reports: string): Step[] {
  return [
    // A single thread checks the projects' shared code only once, and garbage is collected only beyond 3 GiB; this
    // halves the work.
    {
      name: 'types',
      command: ['tsc', '-b', '--singleThreaded'],
      env: { GOGC: 'off', GOMEMLIMIT: '3GiB' },
    },
    {
      name: 'lint',
      command: ['biome', 'check', '--error-on-warnings', '--max-diagnostics=100', '.'],
      wayOut: 'What can be mended by itself is mended by `npm run format`.',
    },
    { name: 'boundaries', command: ['node', '.ci/boundaries.ts'] },
    { name: 'sizes', command: ['node', '.ci/sizes.ts'] },
    { name: 'comments', command: ['node', '.ci/comments.ts'] },
    {
      name: 'dead code',
      command: ['knip', '--config', '.knip.json', '--no-progress'],
      wayOut:
        'Delete what nothing uses; a file that something else than an import starts is named in .knip.json.',
    },
    { name: unit, command: vitestCommand([unit, `${unit} of client`], join(reports, 'unit.json')) },
  ]
}

/** Returns the command that runs some of vite.config.ts's test projects and writes the JSON report. */
export function vitestCommand(projects: string[], report: string): string[] {
  const chosen = projects.flatMap((project) => ['--project', project])
  return ['vitest', 'run', ...chosen, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
}

/** Runs all checks at once, prints one line for each as it ends, and counts the tests. */
export async function runChecks(reports: string): Promise<Tally> {
  const tallies = checkSteps(reports).map(async (step) => {
    const result = await runStep(step)
    printResult(result)
    return step.name === unit ? tallyReport(join(reports, 'unit.json'), result) : tallyStep(result)
  })
  return addTallies(await Promise.all(tallies))
}
