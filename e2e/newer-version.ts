import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'playwright/test'
import type { Device } from './device.ts'

const WORKER = join(import.meta.dirname, '../dist/client/service-worker.js')
const SHELL_REVISION = /"revision":"\w{32}","url":"shell\.html"/

/** Has the browser find another service worker than the one it runs, for a page that is not the same. */
export async function bringNewerVersion({ page, line }: Device): Promise<void> {
  const worker = await readFile(WORKER, 'utf8')
  const body = worker.replace(SHELL_REVISION, `"revision":"${'f'.repeat(32)}","url":"shell.html"`)
  expect(body).not.toBe(worker)
  line.answer('/service-worker.js', { type: 'text/javascript', body })
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
}
