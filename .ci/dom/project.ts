import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { playwright } from '@vitest/browser-playwright'
import type { TestProjectInlineConfiguration } from 'vitest/config'
import { CHROMIUM_ARGS, findBrowser } from '../browser.ts'
import { commands } from './commands.ts'

/** A phone's viewport; a test that needs a desktop sets its own. */
const PHONE = { width: 390, height: 844 }

const FILES = 'client/**/*.dom.test.tsx'

/**
 * Code by which a test changes its page for good, or needs one in which nothing has happened: a browser global, what
 * the app starts once for a whole visit, or a mock of a module, which an earlier test may have loaded.
 */
const HANDS_ON = /Object\.defineProperty\(|markKeepsNothing\(|window\.\w+ = |startBehind|toast|vi\.mock\(/i

/**
 * Configures the tests of components in a real browser, without a server. Two pages, each with storage of its own, run
 * them side by side, because a test mostly waits. The files of one share the page and its modules, which saves a fifth
 * of the processor time; a file that changes its page gets one of its own. `dom/browser-first.ts` installs a browser where there is none.
 */
export function domProject(root: string): TestProjectInlineConfiguration['test'] {
  const handsOn = globSync(FILES, { cwd: root }).filter((file) =>
    HANDS_ON.test(readFileSync(join(root, file), 'utf8')),
  )
  return {
    include: [FILES],
    setupFiles: [`${root}/.ci/no-console-errors.ts`, `${root}/client/testing/set-up.ts`],
    globalSetup: [`${root}/.ci/dom/browser-first.ts`],
    maxWorkers: 2,
    browser: {
      enabled: true,
      headless: true,
      ui: false,
      viewport: PHONE,
      // Match as the flows do: a part of the text, in any case.
      locators: { exact: false, errorFormat: 'aria' },
      screenshotFailures: false,
      traceView: false,
      dependencySourcemaps: false,
      commands,
      provider: playwright({
        launchOptions: {
          // A getter, because the browser may be installed only just before its launch.
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

/** The only build plugin of the client that the component tests need. */
export const domPlugins = [tailwindcss()]
