import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from 'playwright/test'
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

/** What a browser does with a worker that had nothing to do for thirty seconds; one that is newer runs on. */
export async function stopWorkerInCharge(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const inCharge = new Set<string>()
  let isStopped = false
  session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { versionId } of versions.filter(({ status }) => status === 'activated'))
      inCharge.add(versionId)
    // it may be started for something else at once
    isStopped ||= versions.some(
      ({ status, runningStatus }) => status === 'activated' && runningStatus === 'stopped',
    )
  })
  await session.send('ServiceWorker.enable')
  await expect.poll(() => inCharge.size).toBe(1)
  for (const versionId of inCharge) await session.send('ServiceWorker.stopWorker', { versionId })
  await expect.poll(() => isStopped).toBe(true)
}
