import { findOrInstallBrowser } from '../browser.ts'

/** Runs before the tests of components do. */
export async function setup(): Promise<void> {
  await findOrInstallBrowser()
}
