/**
 * Fetches the rest of the page once its words are painted, so that nothing competes with them, and marks the last
 * button pressed before the app answers. The build puts the source of this function into every rendered page,
 * where its hash allows it (`sync/text/paint-first.ts`), and `after-snapshot.ts` calls it on a start snapshot. It
 * must not use anything outside itself.
 */
export function goOnAfterPaint(): void {
  // Without its script the page looks alive and answers nothing. Load it again once, where there is a network for it.
  const loadAgain = () => {
    try {
      if (!navigator.onLine || sessionStorage.getItem('infield.loaded-again')) return
      sessionStorage.setItem('infield.loaded-again', 'yes')
      location.reload()
    } catch {
      // A browser that blocks site data could not be kept from loading the page again and again.
    }
  }
  let goesOn = false
  const goOn = () => {
    if (goesOn) return
    goesOn = true
    for (const drawing of document.querySelectorAll('use[data-href]')) {
      drawing.setAttribute('href', drawing.getAttribute('data-href') ?? '')
      drawing.removeAttribute('data-href')
    }
    const later = document.querySelector<HTMLTemplateElement>('template#later')
    if (!later) return
    const parts = document.importNode(later.content, true)
    for (const script of parts.querySelectorAll('script')) script.onerror = loadAgain
    document.head.append(parts)
  }
  const afterFrames = () => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(goOn)))
  // Wait for the browser's report of a paint, because a frame is drawn before it can be seen.
  const told = ['largest-contentful-paint', 'paint'].find((type) =>
    globalThis.PerformanceObserver?.supportedEntryTypes.includes(type),
  )
  if (told)
    new PerformanceObserver((_, observer) => {
      observer.disconnect()
      afterFrames()
    }).observe({ type: told, buffered: true })
  else afterFrames()
  // Go on at once in the background, because a hidden page never paints.
  setTimeout(goOn, document.hidden ? 0 : 2_000)

  const root = document.getElementById('root')
  if (root)
    root.onclick = ({ target }) => {
      root.querySelector('[data-pressed]')?.removeAttribute('data-pressed')
      if (target instanceof Element) target.closest('button')?.setAttribute('data-pressed', '')
    }
}
