import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from 'playwright/test'
import type { Device } from './device.ts'

const BUILT = join(import.meta.dirname, '../dist/client')
const SHELL_REVISION = /"revision":"\w{32}","url":"shell\.html"/
const SENDING_SCRIPT = /\/assets\/service-worker-sending-[\w-]+\.js/

/** Makes the browser find a newer service worker, by a shell with another revision. */
export async function bringNewerVersion(device: Device): Promise<void> {
  const worker = await readFile(join(BUILT, 'service-worker.js'), 'utf8')
  const body = worker.replace(SHELL_REVISION, `"revision":"${'f'.repeat(32)}","url":"shell.html"`)
  expect(body).not.toBe(worker)
  await bringWorker(device, body)
}

/**
 * Makes the browser find a newer worker whose sending script has this address. The address does not exist until
 * `come` provides it.
 */
export async function bringWorkerSending(
  device: Device,
  address: string,
): Promise<{ come(): Promise<void> }> {
  const worker = await readFile(join(BUILT, 'service-worker.js'), 'utf8')
  const own = SENDING_SCRIPT.exec(worker)?.[0]
  expect(own).toBeDefined()
  await bringWorker(device, worker.replace(SENDING_SCRIPT, address))
  return {
    async come() {
      const body = await readFile(join(BUILT, own ?? ''), 'utf8')
      device.line.answer(address, { type: 'text/javascript', body })
      await lookForNewer(device.page)
    },
  }
}

async function bringWorker({ page, line }: Device, body: string): Promise<void> {
  line.answer('/service-worker.js', { type: 'text/javascript', body })
  await lookForNewer(page)
}

const lookForNewer = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))

/**
 * Stops the active worker, as a browser does after thirty idle seconds; a newer one keeps running. Returns a
 * function that reads the worker's state since, because the browser may start it again at once.
 */
export async function stopWorkerInCharge(page: Page): Promise<() => string[]> {
  const session = await page.context().newCDPSession(page)
  const running = new Map<string, string>()
  const seen: string[] = []
  session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { versionId, status, runningStatus } of versions) {
      if (status !== 'activated') continue
      running.set(versionId, runningStatus)
      seen.push(runningStatus)
    }
  })
  await session.send('ServiceWorker.enable')
  await expect.poll(() => [...running.values()]).toEqual(['running'])
  for (const versionId of running.keys()) await session.send('ServiceWorker.stopWorker', { versionId })
  await expect.poll(() => seen).toContain('stopped')
  return () => [...running.values()]
}

/**
 * Asks the active worker to keep a part of the app from now on. Returns whether it has all its files; a worker that
 * steps aside answers false.
 */
export const askToKeep = (page: Page, part: string) =>
  page.evaluate(async (wanted) => {
    const { active } = await navigator.serviceWorker.ready
    const { port1, port2 } = new MessageChannel()
    const answer = new Promise<boolean>((resolve) => {
      port1.onmessage = ({ data }) => resolve(data.kept)
    })
    active?.postMessage({ type: 'KEEP_PARTS', parts: [wanted] }, [port2])
    return answer
  }, part)
