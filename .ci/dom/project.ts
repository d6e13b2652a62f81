import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { playwright } from '@vitest/browser-playwright'
import type { TestProjectInlineConfiguration } from 'vitest/config'
import { CHROMIUM_ARGS, findBrowser } from '../browser.ts'
import { commands } from './commands.ts'

/** A phone; a test that wants a desk says so. */
const PHONE = { width: 390, height: 844 }

const FILES = 'client/**/*.dom.test.tsx'

/** What a test names that lays hands on its page: a browser's globals, or what the app starts once for a whole visit. */
const HANDS_ON = /Object\.defineProperty\(|window\.\w+ = |startBehind|toast/i

/**
 * Tests of components in a real browser, without a server, one file after the other. They share one page and its
 * modules, which saves a fifth of their processor time; a file that lays hands on its page has one of its own.
 * `dom/browser-first.ts` installs a browser where none is.
 */
export function domProject(root: string): TestProjectInlineConfiguration['test'] {
  const handsOn = globSync(FILES, { cwd: root }).filter((file) =>
    HANDS_ON.test(readFileSync(join(root, file), 'utf8')),
  )
  return {
    include: [FILES],
    setupFiles: [`${root}/.ci/no-console-errors.ts`, `${root}/client/testing/set-up.ts`],
    globalSetup: [`${root}/.ci/dom/browser-first.ts`],
    fileParallelism: false,
    browser: {
      enabled: true,
      headless: true,
      ui: false,
      viewport: PHONE,
      // as the flows find what they look for: by a part of its words, in any case
      locators: { exact: false, errorFormat: 'aria' },
      screenshotFailures: false,
      traceView: false,
      dependencySourcemaps: false,
      commands,
      provider: playwright({
        launchOptions: {
          // read when the browser is launched: until then one may be installed
          get executablePath() {
            return findBrowser()
          },
          args: [...CHROMIUM_ARGS, '--autoplay-policy=no-user-gesture-required'],
        },
        contextOptions: { permissions: ['clipboard-read', 'clipboard-write', 'camera', 'microphone'] },
      }),
      instances: [
        { browser: 'chromium', name: 'components', exclude: handsOn, isolate: false },
        { browser: 'chromium', name: 'components alone', include: handsOn },
      ],
    },
  }
}

/** What the client's own build does to its modules, and nothing else of it. */
export const domPlugins = [tailwindcss()]
