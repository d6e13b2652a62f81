/** The path of the demo video. The server may not have the file yet. */
export const DEMO_VIDEO = '/demo/infield.mp4'
/** The path of its captions, which put the pictures of the video into words. */
export const DEMO_CAPTIONS = '/demo/infield.vtt'

export type DemoPage = { hasVideo: boolean }

/**
 * Returns whether there is a demo video: as the page's data says, or as the server says now. Without a network
 * there is none.
 */
export async function loadDemo(first: unknown): Promise<DemoPage> {
  if (first) return first as DemoPage
  try {
    const { ok } = await fetch(DEMO_VIDEO, { method: 'HEAD' })
    return { hasVideo: ok }
  } catch {
    return { hasVideo: false }
  }
}
