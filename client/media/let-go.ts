/**
 * Stops a video from loading. A video that has loaded nothing yet is unloaded after its first response, because
 * WebKitGTK freezes, with the whole page, when a pending source is removed.
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
