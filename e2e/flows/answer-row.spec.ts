import { expect } from 'playwright/test'
import { PHONE } from '../device.ts'
import { test } from '../fixtures.ts'
import { Recorder } from '../pages/recorder.ts'
import { expectReadyForOffline, signIn } from '../pages/sign-in.ts'
import { readTakes } from '../takes.ts'

// it answers questions that others want to answer too
test.use({ world: 'plane' })

test('S2-1.2 BR-1 on a plane: taken along, answered in a row, one trimmed, one skipped; landed, they send themselves', async ({
  server,
  openDevice,
}) => {
  test.setTimeout(120_000)
  const { page, ...device } = await openDevice(PHONE)
  await signIn(page, 'athlete', server.password)
  await expectReadyForOffline(page)
  await page.getByRole('button', { name: 'Take my inbox with me' }).click()
  const packing = page.getByRole('dialog', { name: 'Take my inbox with me' })
  await expect(packing.getByText(/^3 questions, .*ready offline\.$/)).toBeVisible()
  await expect(packing.getByRole('button', { name: 'Close' })).toBeVisible()
  await packing.getByText('24 h').click()
  await expect(packing.getByText('1 runs out before you land', { exact: false })).toBeVisible()
  await packing.getByRole('button', { name: 'Ready to go' }).click()
  await device.goOffline()

  await page.getByRole('link', { name: 'Answer all 3 in a row' }).click()
  await page.getByRole('button', { name: 'Record your answer' }).click()
  const recorder = new Recorder(page)
  await recorder.record(1_200)
  await page.getByRole('button', { name: 'Send answer' }).click()

  await expect(page.getByRole('heading', { name: 'Is this start any good?' })).toBeVisible()
  await page.getByRole('button', { name: 'Skip' }).click()

  await expect(page.getByRole('heading', { name: 'Coming back from a stress fracture' })).toBeVisible()
  await page.getByRole('button', { name: 'Record your answer' }).click()
  await recorder.record(4_200)
  await page.getByRole('button', { name: 'Trim' }).click()
  const whole = (await readTakes(page)).find(({ state }) => state === 'kept')
  await page.getByRole('slider', { name: 'Start' }).fill('1000')
  await page.getByRole('slider', { name: 'End' }).fill('3000')
  await page.getByRole('button', { name: 'Trim' }).click()
  await expect(page.getByRole('button', { name: 'Send answer' })).toBeVisible()
  const cut = (await readTakes(page)).find(({ state }) => state === 'kept')
  expect(cut?.id).not.toBe(whole?.id)
  expect(cut?.durationMs).toBeGreaterThan(1_000)
  expect(cut?.durationMs).toBeLessThan(3_200)
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(
    page.getByText('2 answers are safe on this device. They leave', { exact: false }),
  ).toBeVisible()

  await page.getByRole('link', { name: 'Back to your dashboard' }).click()
  const outbox = page.getByRole('region', { name: 'Outbox' })
  await expect(outbox.getByText('Waiting for network')).toHaveCount(2)
  await device.goOnline()
  await expect(outbox.getByText('Delivered')).toHaveCount(3, { timeout: 60_000 })
  await expect.poll(() => readTakes(page)).toEqual([])
})
