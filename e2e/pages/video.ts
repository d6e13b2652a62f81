import { expect, type Locator } from 'playwright/test'

export type Shown = { seconds: number; width: number; height: number }

/** Plays the only video inside a frame or a part of the page, and returns what the browser found. */
export async function playVideo(inside: { locator(selector: 'video'): Locator }): Promise<Shown> {
  const video = inside.locator('video')
  await expect(video).toBeVisible()
  await expect
    .poll(
      () =>
        video.evaluate(async (element: HTMLVideoElement) => {
          element.muted = true
          await element.play().catch(() => {})
          return element.currentTime
        }),
      { timeout: 20_000 },
    )
    .toBeGreaterThan(0.2)
  return video.evaluate((element: HTMLVideoElement) => {
    element.pause()
    return { seconds: element.duration, width: element.videoWidth, height: element.videoHeight }
  })
}

/** Returns how many seconds a video really lasts, whatever its file claims. */
export function lengthOf(video: Locator): Promise<number> {
  return video.evaluate(
    (element: HTMLVideoElement) =>
      new Promise<number>((resolve) => {
        element.addEventListener('seeked', () => resolve(element.currentTime), { once: true })
        element.currentTime = 1e6
      }),
  )
}
