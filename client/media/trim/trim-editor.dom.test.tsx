import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { film } from '../../testing/film.ts'
import { show } from '../../testing/open-screen.tsx'
import { TrimPanel } from './trim-panel.tsx'
import type { Trimmed } from './trim-video.ts'

/** A fake worker that finishes a cut when the test says so. */
class ToldWorker extends EventTarget {
  static last: ToldWorker
  isEnded = false
  constructor() {
    super()
    ToldWorker.last = this
  }
  postMessage(): void {}
  terminate(): void {
    this.isEnded = true
  }
  finish(blob: Blob): void {
    this.dispatchEvent(new MessageEvent('message', { data: { blob, durationMs: 20_000 } satisfies Trimmed }))
  }
}

type CuttingProps = { blob: Blob; onTrimmed: (trimmed: Trimmed) => Promise<void> }

/** A button that opens the trimmer with a file that is too long. */
function Cutting(props: CuttingProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Cut it
      </button>
      {isOpen && <TrimPanel {...props} durationMs={30_000} mostMs={20_000} onClose={() => setOpen(false)} />}
    </>
  )
}

test('a cut that is closed while it is made ends and does not come back; the next one is kept', async () => {
  vi.stubGlobal('Worker', ToldWorker)
  onTestFinished(() => void vi.unstubAllGlobals())
  const blob = await film()
  const onTrimmed = vi.fn(async () => {})
  show(<Cutting blob={blob} onTrimmed={onTrimmed} />)
  const begin = async () => {
    await page.getByRole('button', { name: 'Cut it' }).click()
    await page.getByRole('button', { name: 'Trim' }).click()
    return ToldWorker.last
  }
  const closed = await begin()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(closed.isEnded).toBe(true)
  closed.finish(blob)
  const finished = await begin()
  finished.finish(blob)
  await expect.poll(() => onTrimmed.mock.calls.length).toBeGreaterThan(0)
  expect(onTrimmed).toHaveBeenCalledTimes(1)
})

test('an arrow key moves an end by a tenth of a second, which is said and shown', async () => {
  const blob = await film()
  show(<Cutting blob={blob} onTrimmed={async () => {}} />)
  await page.getByRole('button', { name: 'Cut it' }).click()
  const start = page.getByRole('slider', { name: 'Start' })
  await expect.element(start).toHaveAttribute('aria-valuetext', '0:00.0')
  start.element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(start).toHaveAttribute('aria-valuetext', '0:00.1')
  await expect.element(page.getByText('0:00.1 to 0:20.0')).toBeVisible()
})
