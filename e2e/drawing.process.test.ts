import { execFileSync } from 'node:child_process'
import { chromium } from 'playwright'
import { expect, it } from 'vitest'
import { CHROMIUM_ARGS, findBrowser } from '../.ci/browser.ts'
import { keepDrawing } from '../.ci/drawing.ts'

it('a browser whose graphics process hangs draws again', async () => {
  const executablePath = findBrowser()
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [...CHROMIUM_ARGS],
  })
  try {
    const page = await browser.newPage()
    await page.setContent('<button onclick="this.textContent = \'Sent\'">Send</button>')
    await page.getByRole('button', { name: 'Send' }).click()
    const session = await browser.newBrowserCDPSession()
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    const graphics = processInfo.filter(({ type }) => type === 'GPU').map(({ id }) => id)
    expect(graphics).not.toEqual([])
    for (const id of graphics) process.kill(id, 'SIGSTOP')
    // The first moves may come with frames that were begun before.
    for (const x of [10, 20]) await page.mouse.move(x, 10)
    await keepDrawing(page)
    await page.getByRole('button', { name: 'Sent' }).click()
    for (const id of graphics) expect(isRunning(id)).toBe(false)
  } finally {
    await browser.close()
  }
})

function isRunning(id: number): boolean {
  try {
    return !execFileSync('ps', ['-o', 'stat=', '-p', String(id)], { encoding: 'utf8' }).startsWith('Z')
  } catch {
    return false
  }
}
