import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the page plays; addresses are the app's own, `captions` is WebVTT. */
export type Played = {
  file: string
  captions: string | null
  /** A still of the video, shown until it plays. */
  poster?: string
}

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
const style = read('page.css')
const script = read('page.js')

/** The player's page as HTML; without a video, what is said in its place. */
export function playerHtml(played: Played | null): string {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Video</title><style>${style}</style>`
  const body = played
    ? bodyOf(played)
    : '<p>This video cannot be opened any more. Go back and open it again.</p>'
  return `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`
}

/** The browser's own controls, and beneath them what not every browser has there. */
function bodyOf({ file, captions, poster }: Played): string {
  const still = poster ? ` poster="${poster}"` : ''
  return `<video src="${file}"${still} controls controlslist="noplaybackrate" playsinline preload="metadata">${trackOf(captions)}</video>
<nav id="tools" aria-label="More controls">
<button id="captions" type="button" aria-pressed="false" aria-label="Captions"${captions === null ? ' hidden' : ''}>CC</button>
<button id="pip" type="button" aria-label="Picture in picture" hidden><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M3 5h18v14H3z M12 12h6v4h-6z"/></svg></button>
<label>Speed<select id="speed">${SPEEDS.map(optionOf).join('')}</select></label>
</nav>
<p id="unplayable" hidden>This browser cannot play this video. <a href="${file}&amp;download=1">Download the file</a> and open it in another app.</p>
<script>${script}</script>`
}

const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2]
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
 * `'self'`.
 */
export function playerPolicy(origin: string): string {
  return [
    "default-src 'none'",
    `media-src 'self' ${origin} data:`,
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
