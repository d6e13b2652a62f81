import tailwindcss from '@tailwindcss/vite'
import { playwright } from '@vitest/browser-playwright'
import type { TestProjectInlineConfiguration } from 'vitest/config'
import { CHROMIUM_ARGS, findBrowser } from '../browser.ts'
import { commands } from './commands.ts'

/** A phone; a test that wants a desk says so. */
const PHONE = { width: 390, height: 844 }

/**
 * Tests of components in a real browser, without a server: each file has a page of its own, one after the other in one
 * window. `dom/browser-first.ts` installs a browser where none is.
 */
export function domProject(root: string): TestProjectInlineConfiguration['test'] {
  return {
    include: ['client/**/*.dom.test.tsx'],
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
      instances: [{ browser: 'chromium' }],
    },
  }
}

/** What the client's own build does to its modules, and nothing else of it. */
export const domPlugins = [tailwindcss()]
