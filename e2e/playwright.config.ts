import { defineConfig } from 'playwright/test'
import { findOrInstallBrowser } from '../.ci/browser.ts'
import { keepScratchInMemory } from '../.ci/scratch.ts'
import { undrawn } from './run/sampled.ts'

keepScratchInMemory()

/** Chromium's address bar at a desk is pages of its own, loaded with every window: they cost as much as the window. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup']
/** What Playwright does without: a list takes the place of the one before it. */
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
  // each with a server of its own; much of a flow is waiting, so that a third one keeps two cores busy
  workers: 3,
  retries: 0,
  // for what hangs: every wait has an end of its own, and a busy machine is no failure
  timeout: 600_000,
  forbidOnly: true,
  reporter: 'list',
  expect: { timeout: 45_000 },
  use: {
    // traces cost time: `TRACE=1` keeps one of what failed
    trace: process.env.TRACE ? { mode: 'retain-on-failure', screenshots: false } : 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 45_000,
    launchOptions: {
      executablePath: await findOrInstallBrowser(),
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        // nothing leaves this machine, and nothing waits for an answer from outside
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
