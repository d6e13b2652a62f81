import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PLAYER_KEYS, SPEEDS, SYSTEM_SEEK_S } from '../../../sync/media/playing.ts'

/** What the page plays; addresses are the app's own, `captions` is WebVTT. */
export type Played = {
  file: string
  captions: string | null
  /** A still of the video, shown until it plays; the address answers with nothing while there is none. */
  poster: string
  /** Whether there is a small version to choose, and whether it is chosen at first. */
  small: 'none' | 'offered' | 'chosen'
}

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
const style = read('page.css')
const script = `const KEYS = ${JSON.stringify(PLAYER_KEYS)}, SYSTEM_SEEK_S = ${SYSTEM_SEEK_S}
${read('page.js')}`

/** The player's page as HTML; without a video, what is said in its place. */
export function playerHtml(played: Played | null): string {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Video</title><style>${style}</style>`
  const body = played
    ? bodyOf(played)
    : '<p>This video cannot be opened any more. Go back and open it again.</p>'
  return `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`
}

/** The browser's own controls, and beneath them what not every browser has there. */
function bodyOf({ file, captions, poster, small }: Played): string {
  const source = small === 'none' ? file : `${file}&amp;quality=${small === 'chosen' ? 'small' : 'full'}`
  return `<video src="${source}" poster="${poster}" controls controlslist="noplaybackrate" playsinline preload="metadata">${trackOf(captions)}</video>
<nav id="tools" aria-label="More controls">
<button id="captions" type="button" aria-pressed="false" aria-label="Captions"${captions === null ? ' hidden' : ''}>CC</button>
<button id="pip" type="button" aria-label="Picture in picture" hidden><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M3 5h18v14H3z M12 12h6v4h-6z"/></svg></button>
${small === 'none' ? '' : qualityOf(file, small === 'chosen')}<label>Speed<select id="speed">${SPEEDS.map(optionOf).join('')}</select></label>
</nav>
<p id="unplayable" hidden>This browser cannot play this video. <a href="${file}&amp;download=1">Download the file</a> and open it in another app.</p>
<script>${script}</script>`
}

/** The small version comes quickly over a slow network, and takes a tenth of the data. */
function qualityOf(file: string, isSmall: boolean): string {
  const choice = (quality: string, words: string, isChosen: boolean) =>
    `<option value="${file}&amp;quality=${quality}"${isChosen ? ' selected' : ''}>${words}</option>`
  return `<label>Quality<select id="quality">${choice('full', 'Full', !isSmall)}${choice('small', 'Small', isSmall)}</select></label>
`
}

const optionOf = (speed: number) =>
  `<option value="${speed}"${speed === 1 ? ' selected' : ''}>${speed}×</option>`

/** Captions stand in the page itself: to its opaque origin every address would be another site's. */
function trackOf(captions: string | null): string {
  if (captions === null) return ''
  const data = Buffer.from(captions).toString('base64')
  return `<track kind="captions" label="Captions" srclang="en" src="data:text/vtt;charset=utf-8;base64,${data}">`
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * What the page may load and run. It is sandboxed and has no origin of its own to be allowed by: the app's is named beside
 * `'self'`, and the store of files where players read from it.
 */
export function playerPolicy(origin: string, store?: string): string {
  return [
    "default-src 'none'",
    `media-src 'self' ${origin}${store ? ` ${store}` : ''} data:`,
    `style-src ${hashOf(style)}`,
    `script-src ${hashOf(script)}`,
    // posters; and WebKit draws its controls with pictures from data URLs
    `img-src 'self' ${origin} data:`,
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    // WebKit's own controls are scripts: without this its play button does nothing
    'sandbox allow-scripts allow-downloads',
  ].join('; ')
}
