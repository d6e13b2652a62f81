import { defineConfig } from 'playwright/test'
import { findOrInstallBrowser } from '../.ci/browser.ts'
import { keepScratchInMemory } from '../.ci/scratch.ts'
import { undrawn } from './run/sampled.ts'

keepScratchInMemory()

/**
 * Chromium's address bar on a desktop consists of pages that load with every window and cost as much as the window
 * itself.
 */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup']
/** The features that Playwright disables by default, repeated here because a second list replaces the first. */
const OF_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

const leftOut = undrawn()

export default defineConfig({
  testDir: 'flows',
  ...(leftOut && { grepInvert: leftOut }),
  globalSetup: './run/global-seed.ts',
  outputDir: '../test-results/flows',
  // Each worker has a server of its own. A flow mostly waits, so that a third worker keeps two cores busy.
  workers: 3,
  retries: 0,
  // A limit only for tests that hang, because every wait has a limit of its own and a busy machine must not fail a
  // test.
  timeout: 600_000,
  forbidOnly: true,
  reporter: 'list',
  expect: { timeout: 45_000 },
  use: {
    // Traces cost time; `TRACE=1` keeps those of failed tests.
    trace: process.env.TRACE ? { mode: 'retain-on-failure', screenshots: false } : 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 45_000,
    launchOptions: {
      executablePath: await findOrInstallBrowser(),
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        // No request leaves this machine, and nothing waits for an outside answer.
        '--disable-background-networking',
        '--disable-component-update',
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        '--autoplay-policy=no-user-gesture-required',
        `--disable-features=${[...OF_PLAYWRIGHT, ...ADDRESS_BAR].join(',')}`,
      ],
    },
  },
})
