/**
 * Translates the page as Chrome does, now and whenever a text appears: replaces each of the app's text nodes with
 * two nested elements and a text of their own. Returns the function that stops it and removes these elements, which
 * would call the page translated in the tests after it.
 */
export function translatePage(): () => void {
  wrapTexts(document.body)
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) wrapTexts(node)
  })
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    observer.disconnect()
    for (const wrapper of document.querySelectorAll('font')) wrapper.remove()
  }
}

function wrapTexts(node: Node): void {
  const texts: Text[] = []
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
  for (let at: Node | null = node; at; at = walker.nextNode()) if (at instanceof Text) texts.push(at)
  for (const text of texts) if (isTranslated(text)) wrap(text)
}

const isTranslated = (text: Text) =>
  text.data.trim() !== '' &&
  text.parentElement !== null &&
  !['FONT', 'SCRIPT', 'STYLE', 'TEXTAREA', 'OPTION', 'TITLE'].includes(text.parentElement.tagName)

function wrap(text: Text): void {
  const outer = document.createElement('font')
  outer.appendChild(document.createElement('font')).textContent = text.data
  text.before(outer)
  text.remove()
}
