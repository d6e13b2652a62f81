import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { root } from './steps.ts'

/** The arguments of every Chromium under test: no request leaves this machine, and camera and microphone are fake. */
export const CHROMIUM_ARGS: readonly string[] = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
]

/** Returns the path of an installed Chromium: CHROMIUM_PATH, the system's, or Playwright's own. */
export function findBrowser(): string | undefined {
  const places = [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    '/usr/bin/google-chrome',
    chromium.executablePath(),
  ]
  return places.find((place) => place !== undefined && existsSync(place))
}

function succeeds(file: string, args: string[]): boolean {
  try {
    execFileSync(file, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Returns the words to put before `apt-get`; undefined where packages may not be installed. */
function aptPrefix(): string[] | undefined {
  if (!succeeds('apt-get', ['--version'])) return undefined
  if (process.getuid?.() === 0) return []
  return succeeds('sudo', ['-n', 'true']) ? ['sudo', '-n'] : undefined
}

/** Installs packages of the distribution. Returns false where a package does not exist or may not be installed. */
export function installPackages(...names: string[]): boolean {
  const prefix = aptPrefix()
  if (prefix === undefined) return false
  const apt = (...args: string[]) => {
    const [file = '', ...rest] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args]
    return succeeds(file, rest)
  }
  return apt('update') && apt('install', '-y', '--no-install-recommends', ...names)
}

/**
 * Returns the path of a Chromium for the browser tests: CHROMIUM_PATH, the system's, Playwright's own, or else one
 * installed now, from the distribution if possible and otherwise from Playwright.
 * @throws with one sentence when there is none and none can be installed.
 */
export async function findOrInstallBrowser(): Promise<string> {
  const present = findBrowser()
  if (present !== undefined) return present
  console.log('No Chromium here yet: installing one for the browser tests.')
  if (!installPackages('chromium', 'fonts-liberation')) {
    succeeds(process.execPath, [join(root, 'node_modules', 'playwright', 'cli.js'), 'install', 'chromium'])
  }
  const installed = findBrowser()
  if (installed !== undefined) return installed
  throw new Error('The browser tests need Chromium: install it and set CHROMIUM_PATH to its program.')
}
