import { useEffect } from 'react'
import { readPageStyles } from '../../sync/text/page-styles.ts'
import { getSession } from '../api/session.ts'
import { keepLook, STARTS } from '../pwa/start-snapshot.ts'

const STANDS_MS = 4_000
/** More do not fit on a first screen, however large. */
const LINES = 40
const NO_BREAK_SPACE = '\u00a0'

/**
 * Keeps what the first screen shows, so that the app's next start stands on it until the app itself is there: taken a
 * moment after the screen stands, and whenever it is left. What a later look at the clock would change is left out.
 */
export function useStartSnapshot(isWhole: boolean): void {
  useEffect(() => {
    if (!isWhole) return
    const take = () => void takeLook().catch(() => {})
    const takeIfLeft = () => {
      if (document.visibilityState === 'hidden') take()
    }
    const timer = setTimeout(take, STANDS_MS)
    document.addEventListener('visibilitychange', takeIfLeft)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', takeIfLeft)
    }
  }, [isWhole])
}

async function takeLook(): Promise<void> {
  const url = location.pathname + location.search
  const root = document.getElementById('root')
  const isCovered = document.querySelector('dialog[open]') !== null
  if (!root || isCovered || !STARTS.includes(url) || getSession().state !== 'signed-in') return
  const markup = markupOf(root.cloneNode(true) as HTMLElement)
  const styles = await stylesFor(markup)
  // somebody may have left meanwhile
  if (styles && getSession().state === 'signed-in') await keepLook(url, { markup, styles })
}

/** What is true of one moment alone: what plays, what covers, what is said of the network and of newer versions. */
const PASSING = 'iframe, video, dialog, header + [role="status"] > *, [aria-label="Notice"]'

/** What stands still, and is no more than a screen of it. */
function markupOf(copy: HTMLElement): string {
  for (const part of copy.querySelectorAll(`${PASSING}, li:nth-child(n + ${LINES + 1})`)) part.remove()
  // a strict policy refuses styles of this kind, and pictures of this kind are gone with the page
  for (const styled of copy.querySelectorAll('[style]')) styled.removeAttribute('style')
  for (const picture of copy.querySelectorAll('img[src^="blob:"]')) picture.removeAttribute('src')
  // figures and times may be others by then
  for (const figure of copy.querySelectorAll('.figures')) {
    figure.classList.add('invisible')
    // what is not seen is laid out all the same: a line of the same height
    figure.textContent = NO_BREAK_SPACE
  }
  return copy.innerHTML
}

/** What it needs of all the styles of the app, which stand in a file of this build. */
async function stylesFor(markup: string): Promise<string | null> {
  const href = document.querySelector<HTMLElement>('style[data-href]')?.dataset.href
  const css = href && (await (await fetch(href)).text())
  return css ? readPageStyles(css)(markup) : null
}
