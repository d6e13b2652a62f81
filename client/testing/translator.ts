/** Translates the page as Chrome does: every text goes into two elements of its own, now and whenever one appears. */
export function translatePage(): () => void {
  wrapTexts(document.body)
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) wrapTexts(node)
  })
  observer.observe(document.body, { childList: true, subtree: true })
  return () => observer.disconnect()
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
  const inner = outer.appendChild(document.createElement('font'))
  text.replaceWith(outer)
  inner.append(text)
}
