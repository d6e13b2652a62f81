import type { Page } from 'playwright/test'

/** Translates the page from now on, as Chrome does after it has asked the user. */
export async function translate(page: Page): Promise<void> {
  await page.evaluate(takeTexts)
}

/** Returns how many of a page's texts are translated. */
export function countTranslated(page: Page): Promise<number> {
  return page.locator('font > font').count()
}

/**
 * Runs in the page: replaces each of the app's text nodes with two nested elements and a text of their own, now and
 * whenever a text appears.
 */
function takeTexts(): void {
  const own = ['FONT', 'SCRIPT', 'STYLE', 'TEXTAREA', 'OPTION', 'TITLE']
  const take = (text: Text) => {
    if (text.data.trim() === '' || !text.parentElement || own.includes(text.parentElement.tagName)) return
    const outer = document.createElement('font')
    outer.appendChild(document.createElement('font')).textContent = text.data
    text.before(outer)
    text.remove()
  }
  const takeBelow = (node: Node) => {
    const texts: Text[] = []
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    for (let at: Node | null = node; at; at = walker.nextNode()) if (at instanceof Text) texts.push(at)
    for (const text of texts) take(text)
  }
  takeBelow(document.body)
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) takeBelow(node)
  })
  observer.observe(document.body, { childList: true, subtree: true })
}
