import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openDevice } from '../../db/device.ts'
import { pass, stopTimers } from '../../testing/clock.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { athlete } from '../../testing/people.ts'
import { answer } from '../../testing/server.ts'

const INES = athlete({ username: 'ines', firstName: 'Ines' })
const subject = page.getByLabelText('Subject')

/** Makes every later write of a draft fail, as on a full disk. */
function fillDisk() {
  const { put } = IDBObjectStore.prototype
  const spy = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...row
  ) {
    if (this.name === 'drafts') throw new DOMException('no room', 'QuotaExceededError')
    return put.apply(this, row)
  })
  onTestFinished(() => spy.mockRestore())
  return spy
}

async function begin(): Promise<void> {
  answer('athlete', INES)
  // The pointer may rest on a link where the dialog was, and the app then preloads that link's page.
  answer('athletes', { athletes: [INES], after: null, isNear: false })
  await openScreen('/ask/ines')
  await page.getByRole('button', { name: 'Ask a Question' }).first().click()
}

test('BR-2 on a full device it is said that the words are safe, and they are there after a reload', async () => {
  fillDisk()
  await begin()
  await subject.fill('Starting blocks')
  await expect
    .element(page.getByText('This device is full. Your words are safe', { exact: false }))
    .toBeVisible()
  expect(await openDevice('guest').drafts.count()).toBe(0)
  await begin()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.element(subject).toHaveValue('Starting blocks')
})

test('BR-2 where nothing can be kept it is said that it is not saved, and that it is once there is room', async () => {
  const disk = fillDisk()
  const little = vi.spyOn(Storage.prototype, 'setItem').mockImplementation((key) => {
    if (key.startsWith('infield.words')) throw new DOMException('no room', 'QuotaExceededError')
  })
  onTestFinished(() => little.mockRestore())
  await begin()
  stopTimers(4_000)
  await subject.fill('Starting blocks')
  const warning = page.getByText('what you type is not saved', { exact: false })
  await expect.element(warning).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.element(page.getByText('This device is full: your question is not saved.')).toBeVisible()
  await begin()
  await subject.fill('Starting blocks')
  await expect.element(warning).toBeVisible()
  disk.mockRestore()
  little.mockRestore()
  pass(5_000)
  await expect.element(warning).not.toBeInTheDocument()
  await expect.poll(async () => (await openDevice('guest').drafts.toArray()).length).toBe(1)
})
