import { expect, onTestFinished, test } from 'vitest'
import { allStyles } from './all-styles.ts'

/** Puts a stylesheet before all others of the page, and waits until it has failed. */
async function addFailed(): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = '/missing.css'
  const failed = new Promise((resolve) => {
    link.onerror = resolve
  })
  document.head.prepend(link)
  onTestFinished(() => document.querySelector('link[href="/missing.css"]')?.remove())
  await failed
}

test('an app whose styles failed before its script ran starts all the same', async () => {
  await addFailed()
  await allStyles()
  expect(document.querySelectorAll('link[href="/missing.css"]')).toHaveLength(1)
})
