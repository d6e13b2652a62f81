import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PLAYER_KEYS, SPEEDS, SYSTEM_SEEK_S } from '../../../sync/media/playing.ts'

/** The video that the page plays. Its addresses are the app's own; `captions` is WebVTT. */
export type Played = {
  file: string
  captions: string | null
  /** The address of a still, shown until the video plays; the address has no content while there is none. */
  poster: string
  /** Whether there is a small version to choose, and whether it is chosen at first. */
  small: 'none' | 'offered' | 'chosen'
}

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
const style = read('page.css')
const script = `const KEYS = ${JSON.stringify(PLAYER_KEYS)}, SYSTEM_SEEK_S = ${SYSTEM_SEEK_S}
${read('page.js')}`

/** Renders the player's page as HTML; without a video, a message in its place. */
export function playerHtml(played: Played | null): string {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Video</title><style>${style}</style>`
  const body = played
    ? bodyOf(played)
    : '<p>This video can no longer be opened. Go back and open it again.</p>'
  return `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`
}

/** Renders the browser's own controls, and below them those that not every browser has. */
function bodyOf({ file, captions, poster, small }: Played): string {
  const source = small === 'none' ? file : `${file}&amp;quality=${small === 'chosen' ? 'small' : 'full'}`
  return `<video src="${source}" poster="${poster}" controls controlslist="noplaybackrate" playsinline preload="metadata">${trackOf(captions)}</video>
<nav id="tools" aria-label="More controls">
<button id="captions" type="button" aria-pressed="false" aria-label="CC, captions"${captions === null ? ' hidden' : ''}>CC</button>
<button id="pip" type="button" aria-label="Picture in picture" hidden><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M3 5h18v14H3z M12 12h6v4h-6z"/></svg></button>
${small === 'none' ? '' : qualityOf(file, small === 'chosen')}<label>Speed<select id="speed">${SPEEDS.map(optionOf).join('')}</select></label>
</nav>
<p id="unplayable" hidden>This browser cannot play this video. <a href="${file}&amp;download=1">Download the file</a> and open it in another app.</p>
<script>${script}</script>`
}

/** Renders the choice of quality. The small version starts quickly on a slow network and uses a tenth of the data. */
function qualityOf(file: string, isSmall: boolean): string {
  const choice = (quality: string, words: string, isChosen: boolean) =>
    `<option value="${file}&amp;quality=${quality}"${isChosen ? ' selected' : ''}>${words}</option>`
  return `<label>Quality<select id="quality">${choice('full', 'Full', !isSmall)}${choice('small', 'Small', isSmall)}</select></label>
`
}

const optionOf = (speed: number) =>
  `<option value="${speed}"${speed === 1 ? ' selected' : ''}>${speed}×</option>`

/** Renders the captions into the page itself, because any address would be cross-origin for its opaque origin. */
function trackOf(captions: string | null): string {
  if (captions === null) return ''
  const data = Buffer.from(captions).toString('base64')
  return `<track kind="captions" label="Captions" srclang="en" src="data:text/vtt;charset=utf-8;base64,${data}">`
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * Returns the page's Content-Security-Policy. The page is sandboxed and has no origin for `'self'` to match, so the
 * app's origin is named as well, and the file store's if players read from it.
 */
export function playerPolicy(origin: string, store?: string): string {
  return [
    "default-src 'none'",
    `media-src 'self' ${origin}${store ? ` ${store}` : ''} data:`,
    `style-src ${hashOf(style)}`,
    `script-src ${hashOf(script)}`,
    // posters, and WebKit draws its controls with pictures from data URLs
    `img-src 'self' ${origin} data:`,
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    // WebKit's own controls are scripts: without this its play button does nothing
    'sandbox allow-scripts allow-downloads',
  ].join('; ')
}
