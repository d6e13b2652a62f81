/**
 * Stops a video from loading on. One that has nothing yet is let come to its first answer: WebKitGTK stands still for ever,
 * the whole page with it, when what it waits for is taken away.
 */
export function letGo(video: HTMLVideoElement): void {
  const unload = () => {
    video.removeAttribute('src')
    video.load()
  }
  video.pause()
  if (video.readyState > 0 || video.error || !video.src) unload()
  else for (const end of ['loadedmetadata', 'error']) video.addEventListener(end, unload, { once: true })
}
