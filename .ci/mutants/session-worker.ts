import path from 'node:path'
import { createVitest, type Reporter, type TestCase, type TestModule } from 'vitest/node'
import { patchVariables } from '../patches/patch.ts'
import { root } from '../steps.ts'
import type { Order, Report } from './session.ts'

/* Keeps vitest open, with its transformed modules and its database cluster, and runs the tests it is told to. */

/** The projects that developers run all the time; the others have a special purpose or take long. */
const FAST = ['unit', 'unit of client', 'pg']

const say = (report: Report) => process.send?.(report)
const nameOf = (absolute: string) => path.relative(root, absolute).replaceAll(path.sep, '/')

let failed: { file: string; what: string } | null = null

const reporter: Reporter = {
  onTestModuleStart: (module: TestModule) => void say({ alive: nameOf(module.moduleId) }),
  onTestCaseResult(test: TestCase) {
    const file = nameOf(test.module.moduleId)
    say({ alive: file })
    if (test.result().state === 'failed') failed ??= { file, what: `${file} › ${test.fullName}` }
  },
  onTestModuleEnd(module: TestModule) {
    const file = nameOf(module.moduleId)
    // The file did not load, or one of its hooks failed.
    if (module.state() === 'failed') failed ??= { file, what: file }
  },
}

const vitest = await createVitest({
  config: path.join(import.meta.dirname, 'vitest.config.ts'),
  root,
  project: FAST,
  watch: false,
  bail: 1,
  reporters: [reporter],
})
const specifications = await vitest.globTestSpecifications()

async function run({ patches, files }: Order): Promise<void> {
  failed = null
  // Set the environment too, for processes that tests start.
  Object.assign(process.env, patchVariables(patches))
  const changed = patches.map(({ file }) => path.join(root, file))
  for (const file of changed) vitest.invalidateFile(file)
  const wanted = new Set(files.map((file) => path.join(root, file)))
  const { unhandledErrors } = await vitest.runTestSpecifications(
    specifications.filter(({ moduleId }) => wanted.has(moduleId)),
  )
  for (const file of changed) vitest.invalidateFile(file)
  failed ??= strayFailure(unhandledErrors, files)
  say({ failed })
}

/**
 * Returns a failure outside the tests, with the file in whose process it happened; the first of the files if that
 * is unknown.
 */
function strayFailure(errors: readonly unknown[], files: string[]): typeof failed {
  const [error] = errors as { message?: string; VITEST_TEST_PATH?: string }[]
  if (!error) return null
  const file = error.VITEST_TEST_PATH ? nameOf(error.VITEST_TEST_PATH) : (files[0] ?? '')
  return { file, what: `${file}: ${error.message}` }
}

let running = Promise.resolve()
process.on('message', (order: Order) => {
  running = running.then(() => run(order))
})
process.once('disconnect', () => process.exit())
