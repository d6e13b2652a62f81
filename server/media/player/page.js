// The script of the player's page. It runs without an origin, and knows of the app only what its URL's hash says.
// page.ts defines KEYS and SYSTEM_SEEK_S before it.
const [video] = document.getElementsByTagName('video')
const part = (id) => document.getElementById(id)
const told = new URLSearchParams(location.hash.slice(1))
const track = video.textTracks[0]

/** How long to wait for a picture that comes later than the sound. */
const BLIND_MS = 5_000
let isWaited = false

/**
 * Tells the app when the video cannot be played. If the browser cannot decode the picture, the video has sound and
 * no width. A busy WebKit may report the width after the length and the first sound, so the page waits before it
 * judges. An error may be the network's: the app finds out, tells the user, and may open this page again where the
 * video stopped.
 */
function look() {
  if (video.error) return tell('failed')
  if (isWaited || video.readyState < 2 || video.videoWidth > 0) return
  isWaited = true
  setTimeout(() => video.videoWidth === 0 && tell('unplayable'), BLIND_MS)
}

function tell(type) {
  part('unplayable').hidden = false
  part('tools').hidden = true
  parent.postMessage({ type, at: video.currentTime }, '*')
}

function seek(seconds) {
  video.currentTime = Math.max(0, Math.min(video.duration || 0, video.currentTime + seconds))
}

function setSpeed(steps) {
  const { options, selectedIndex } = part('speed')
  part('speed').selectedIndex = Math.max(0, Math.min(options.length - 1, selectedIndex + steps))
  video.playbackRate = Number(part('speed').value)
}

function toggleCaptions() {
  if (track) track.mode = track.mode === 'showing' ? 'hidden' : 'showing'
}

function togglePictureInPicture() {
  const change = document.pictureInPictureElement
    ? document.exitPictureInPicture()
    : video.requestPictureInPicture()
  change.catch(() => {})
}

const ACTS = {
  toggle: () => (video.paused ? video.play().catch(() => {}) : video.pause()),
  seek,
  mute: () => {
    video.muted = !video.muted
  },
  fill: () => (document.fullscreenElement ? document.exitFullscreen() : video.requestFullscreen?.()),
  captions: toggleCaptions,
  speed: setSpeed,
}

// In the capture phase, before the browser's own keys, which differ between browsers.
document.addEventListener(
  'keydown',
  (event) => {
    const [act, by] = KEYS[event.key.toLowerCase()] ?? []
    if (!act || event.ctrlKey || event.metaKey || event.altKey || event.target.closest('nav, a')) return
    event.preventDefault()
    event.stopPropagation()
    ACTS[act](by)
  },
  true,
)

for (const event of ['error', 'loadeddata', 'playing']) video.addEventListener(event, look)
const brokeOffAt = Number(told.get('at'))
if (brokeOffAt > 0)
  video.addEventListener('loadedmetadata', () => seek(brokeOffAt - video.currentTime), { once: true })
look()
part('speed').addEventListener('change', () => setSpeed(0))

part('quality')?.addEventListener('change', () => {
  const { currentTime, paused } = video
  video.addEventListener(
    'loadedmetadata',
    () => {
      video.currentTime = currentTime
      setSpeed(0)
      if (!paused) video.play().catch(() => {})
    },
    { once: true },
  )
  video.src = part('quality').value
})

if (track) {
  const show = () => part('captions').setAttribute('aria-pressed', String(track.mode === 'showing'))
  part('captions').addEventListener('click', toggleCaptions)
  video.textTracks.addEventListener('change', show)
}

part('pip').hidden = !document.pictureInPictureEnabled
part('pip').addEventListener('click', togglePictureInPicture)

if ('mediaSession' in navigator) {
  const title = told.get('title')
  video.addEventListener('play', () => {
    if (title)
      navigator.mediaSession.metadata = new MediaMetadata({ title, artist: told.get('artist') ?? '' })
  })
  for (const [name, seconds] of [
    ['seekbackward', -SYSTEM_SEEK_S],
    ['seekforward', SYSTEM_SEEK_S],
  ])
    navigator.mediaSession.setActionHandler(name, () => seek(seconds))
}
