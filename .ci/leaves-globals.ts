import { afterAll } from 'vitest'

/**
 * Runs before each test file that shares a process with all its modules. A file that leaves a global changed could
 * influence later files, so it fails with advice.
 */
type Globals = Record<string, PropertyDescriptor>
const globals = (): Globals => Object.getOwnPropertyDescriptors(globalThis)
const before = globals()

/**
 * Returns the globals that were added, removed or replaced. A getter that became a value was only read for the
 * first time and does not count.
 */
function changedSince(was: Globals): string[] {
  const is = globals()
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((name) => {
    const [one, other] = [was[name], is[name]]
    return !one || !other || ('value' in one && !Object.is(one.value, other.value))
  })
}

/**
 * Globals that packages set once when they load: RxDB, the SDK for object storage, PDF.js; Vitest's begin with two
 * underscores.
 */
const OF_PACKAGES = /^(regeneratorRuntime|awslambda|DOMMatrix|_?pdfjs\w+|__.*)$/

afterAll(() => {
  const changed = changedSince(before).filter((name) => !OF_PACKAGES.test(name))
  if (changed.length > 0)
    throw new Error(
      `This file leaves ${changed.join(', ')} changed for the files after it: undo that, or stub it by a word that vite.config.ts knows (HANDS_ON), so that the file runs as if alone.`,
    )
})
