import { useState } from 'react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openDevice } from '../db/device.ts'
import { show, unmount } from '../testing/open-screen.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { onTold } from '../ui/toasts.ts'
import { useKeptText } from './kept-words.ts'

const KEY = 'notes of a test'
const settings = () => openDevice('guest').settings
const words = page.getByLabelText('Words')

function Words({ of = KEY }: { of?: string }) {
  const { text, change } = useKeptText(of)
  return <TextArea label="Words" value={text} onChange={({ currentTarget }) => change(currentTarget.value)} />
}

beforeEach(() => settings().clear())

test('BR-2 words that another tab writes are gone on with, and not overwritten unseen', async () => {
  show(<Words />)
  await words.fill('Chin down')
  await expect.poll(async () => (await settings().get(KEY))?.value).toBe('Chin down')
  await settings().put({ key: KEY, value: 'Chin down, hips up', page: 'another' })
  await expect.element(words).toHaveValue('Chin down, hips up')
  await words.fill('Chin down, hips up, go')
  await expect.poll(async () => (await settings().get(KEY))?.value).toBe('Chin down, hips up, go')
})

test('BR-2 words are here again when their page is, and gone once nothing is left of them', async () => {
  show(<Words />)
  await words.fill('Chin down')
  await expect.poll(async () => (await settings().get(KEY))?.value).toBe('Chin down')
  unmount()
  show(<Words />)
  await expect.element(words).toHaveValue('Chin down')
  await words.fill('')
  await expect.poll(async () => (await settings().get(KEY)) === undefined).toBe(true)
})

test('BR-2 words that a full device does not keep still stand, and it is said that they are only here', async () => {
  const told: string[] = []
  onTestFinished(onTold(({ text }) => void told.push(text)))
  show(<Words />)
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  put.mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  await words.fill('Chin down')
  await expect.poll(() => told.join()).toContain('Your words could not be saved on this device')
  await expect.element(words).toHaveValue('Chin down')
  put.mockRestore()
})

/** Makes every read of the words fail until `mend`; resolves once one has failed. */
async function failToRead(begin: () => void): Promise<{ mend(): void }> {
  const { get } = IDBObjectStore.prototype
  const failed = vi.fn()
  const reads = vi.spyOn(IDBObjectStore.prototype, 'get')
  reads.mockImplementation(function (this: IDBObjectStore, key) {
    if (key !== KEY) return get.call(this, key)
    failed()
    throw new DOMException('', 'UnknownError')
  })
  begin()
  await expect.poll(() => failed.mock.calls.length).toBeGreaterThan(0)
  return { mend: () => reads.mockRestore() }
}

test('BR-2 words that could not be read at first appear, and what was typed meanwhile comes behind them', async () => {
  await settings().put({ key: KEY, value: 'Chin down', page: 'another' })
  const first = await failToRead(() => show(<Words />))
  first.mend()
  await expect.element(words).toHaveValue('Chin down')
  unmount()
  const second = await failToRead(() => show(<Words />))
  await words.fill('Hips up')
  second.mend()
  await expect.element(words).toHaveValue('Chin down Hips up')
  await expect.poll(async () => (await settings().get(KEY))?.value).toBe('Chin down Hips up')
})

test('BR-2 words that were typed before the first read are there when the field is opened again at once', async () => {
  const reading = await failToRead(() => show(<Words />))
  await words.fill('Hips up')
  reading.mend()
  unmount()
  show(<Words />)
  await expect.element(words).toHaveValue('Hips up')
})

/** Shows the words of two questions in the same place, one after the other. */
function Row() {
  const [at, setAt] = useState(1)
  return (
    <>
      <Words of={`${KEY} ${at}`} />
      <button type="button" onClick={() => setAt(2)}>
        Next
      </button>
    </>
  )
}

test('BR-2 words that were written to one question are not shown at the next one', async () => {
  show(<Row />)
  await words.fill('Chin down')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.element(words).toHaveValue('')
  await words.fill('Hips up')
  await expect
    .poll(async () => (await settings().where('key').startsWith(KEY).toArray()).map(({ value }) => value))
    .toEqual(['Chin down', 'Hips up'])
})
