import { useEffect } from 'react'
import { readPageStyles } from '../../sync/text/page-styles.ts'
import { getSession } from '../api/session.ts'
import { keepSnapshot, STARTS } from '../pwa/start-snapshot.ts'

const STANDS_MS = 4_000
/** How many items of a list a snapshot has at most; more do not fit on a first screen, however large. */
const LINES = 40
const NO_BREAK_SPACE = '\u00a0'

/**
 * Stores the first screen, so that the app's next start shows it until the app itself has started. Takes the snapshot
 * a moment after the screen is complete, and whenever the user leaves it; leaves out what will be out of date.
 */
export function useStartSnapshot(isWhole: boolean): void {
  useEffect(() => {
    if (!isWhole) return
    const take = () => void takeSnapshot().catch(() => {})
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

async function takeSnapshot(): Promise<void> {
  const url = location.pathname + location.search
  const root = document.getElementById('root')
  const isCovered = document.querySelector('dialog[open]') !== null
  if (!root || isCovered || !STARTS.includes(url) || getSession().state !== 'signed-in') return
  const markup = markupOf(root.cloneNode(true) as HTMLElement)
  const styles = await stylesFor(markup)
  // The user may have signed out meanwhile.
  if (styles && getSession().state === 'signed-in') await keepSnapshot(url, { markup, styles })
}

/** Matches what is true for one moment only: players, dialogs, and notices about the network and newer versions. */
const PASSING = 'iframe, video, dialog, header + [role="status"] > *, [aria-label="Notice"]'

/** Returns the markup that stays true, and no more than a screen of it. */
function markupOf(copy: HTMLElement): string {
  for (const part of copy.querySelectorAll(`${PASSING}, li:nth-child(n + ${LINES + 1})`)) part.remove()
  // A strict policy refuses inline styles, and `blob:` pictures are gone with the page.
  for (const styled of copy.querySelectorAll('[style]')) styled.removeAttribute('style')
  for (const picture of copy.querySelectorAll('img[src^="blob:"]')) picture.removeAttribute('src')
  // Before the app has started nothing reads what is typed, and what a button is about may have changed.
  for (const part of copy.querySelectorAll<HTMLElement>('button, input, textarea, select')) part.inert = true
  // Figures and times may be others by then.
  for (const figure of copy.querySelectorAll('.figures')) {
    figure.classList.add('invisible')
    // An invisible text is laid out all the same, so the line keeps its height.
    figure.textContent = NO_BREAK_SPACE
  }
  return copy.innerHTML
}

/** Returns the styles that the markup needs, out of the file in which this build has all styles of the app. */
async function stylesFor(markup: string): Promise<string | null> {
  const href = document.querySelector<HTMLElement>('style[data-href]')?.dataset.href
  const css = href && (await (await fetch(href)).text())
  return css ? readPageStyles(css)(markup) : null
}
