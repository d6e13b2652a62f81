import { findOrInstallBrowser } from '../browser.ts'

/** Installs a browser, if there is none, before the component tests run. */
export async function setup(): Promise<void> {
  await findOrInstallBrowser()
}
