import type { Page } from 'playwright/test'

/** Has the page translated from here on, as Chrome does it after it has asked. */
export async function translate(page: Page): Promise<void> {
  await page.evaluate(takeTexts)
}

/** How many texts of a page are translations. */
export function countTranslated(page: Page): Promise<number> {
  return page.locator('font > font').count()
}

/** In the page: two elements with a text of their own take the place of each of the app's texts, now and whenever one appears. */
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
