/** Where the short demo lies once it is there. */
export const DEMO_VIDEO = '/demo/infield.mp4'
/** What its pictures say, for whoever does not see them. */
export const DEMO_CAPTIONS = '/demo/infield.vtt'

export type DemoPage = { hasVideo: boolean }

/** What the server said with the page, or what it says now; without a network there is no video to be shown. */
export async function loadDemo(first: unknown): Promise<DemoPage> {
  if (first) return first as DemoPage
  try {
    const { ok } = await fetch(DEMO_VIDEO, { method: 'HEAD' })
    return { hasVideo: ok }
  } catch {
    return { hasVideo: false }
  }
}
