import { join } from 'node:path'
import { expect, type Page } from 'playwright/test'
import { withFilm } from '../films.ts'
import { readTakes } from '../takes.ts'

const TWO_SOUNDS = join(import.meta.dirname, '../../server/testing/media/two-sounds.mp4')

/** Checks that a film that is too long is cut before it is kept. */
export async function cutLongFilm(page: Page): Promise<void> {
  const before = (await readTakes(page)).map(({ id }) => id)
  await withFilm('long', async (path) => {
    await page.getByLabel('Video file').setInputFiles(path)
    await page.getByRole('button', { name: 'Cut it to 60 seconds' }).click()
    const panel = page.getByRole('dialog', { name: 'Cut your video' })
    await expect(panel.getByText('1:00.0 long')).toBeVisible()
    await panel.getByRole('slider', { name: 'Start' }).fill('10000')
    await panel.getByRole('button', { name: 'Trim', exact: true }).click()
    await expect(panel).toBeHidden()
    await expect.poll(async () => (await readTakes(page)).length).toBe(before.length + 1)
  })
  const cut = (await readTakes(page)).find(({ id }) => !before.includes(id))
  expect(cut?.durationMs).toBeGreaterThan(48_000)
  expect(cut?.durationMs).toBeLessThanOrEqual(60_000)
  expect(cut?.sha256).toBe(cut?.declared)
}

/** Checks that a film with two sounds is kept only after the app said that one of them is left out. */
export async function pickOneSound(page: Page): Promise<void> {
  const before = (await readTakes(page)).map(({ id }) => id)
  await page.getByLabel('Video file').setInputFiles(TWO_SOUNDS)
  await expect(page.getByText('This video has 2 sound tracks.')).toBeVisible()
  expect((await readTakes(page)).map(({ id }) => id)).toEqual(before)
  await page.getByRole('button', { name: 'Send that one' }).click()
  await expect.poll(async () => (await readTakes(page)).length).toBe(before.length + 1)
}
