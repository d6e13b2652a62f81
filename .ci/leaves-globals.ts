import { afterAll } from 'vitest'

/**
 * Runs before each test file of those that share a process with all its modules. A file that leaves a global changed
 * would decide what the files after it meet, so it fails, and says what to do.
 */
type Globals = Record<string, PropertyDescriptor>
const globals = (): Globals => Object.getOwnPropertyDescriptors(globalThis)
const before = globals()

/** What was added, taken away or replaced; a getter that became its value was only read for the first time. */
function changedSince(was: Globals): string[] {
  const is = globals()
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((name) => {
    const [one, other] = [was[name], is[name]]
    return !one || !other || ('value' in one && !Object.is(one.value, other.value))
  })
}

/** What packages put there once, as they are loaded: of RxDB, of the SDK for object storage, of PDF.js; Vitest's begin with two lines. */
const OF_PACKAGES = /^(regeneratorRuntime|awslambda|DOMMatrix|_?pdfjs\w+|__.*)$/

afterAll(() => {
  const changed = changedSince(before).filter((name) => !OF_PACKAGES.test(name))
  if (changed.length > 0)
    throw new Error(
      `This file leaves ${changed.join(', ')} changed for the files after it: undo that, or stub it by a word that vite.config.ts knows (HANDS_ON), so that the file runs as if alone.`,
    )
})
