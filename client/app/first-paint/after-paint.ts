/**
 * Stands in every rendered page as it is here, allowed by its hash (`sync/text/paint-first.ts`), and behind a start snapshot
 * (`after-look.ts`): what the page goes on with is fetched once its words are painted, so that nothing competes with
 * them, and the last button pressed until the app answers is kept. It may use nothing from outside itself.
 */
export function goOnAfterPaint(): void {
  let goesOn = false
  const goOn = () => {
    if (goesOn) return
    goesOn = true
    for (const drawing of document.querySelectorAll('use[data-href]')) {
      drawing.setAttribute('href', drawing.getAttribute('data-href') ?? '')
      drawing.removeAttribute('data-href')
    }
    const later = document.querySelector<HTMLTemplateElement>('template#later')
    if (later) document.head.append(document.importNode(later.content, true))
  }
  const afterFrames = () => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(goOn)))
  // a frame is drawn before it can be seen: the browser's own word comes after that
  const told = ['largest-contentful-paint', 'paint'].find((type) =>
    globalThis.PerformanceObserver?.supportedEntryTypes.includes(type),
  )
  if (told)
    new PerformanceObserver((_, observer) => {
      observer.disconnect()
      afterFrames()
    }).observe({ type: told, buffered: true })
  else afterFrames()
  // a page in the background paints nothing, and has nothing to wait for
  setTimeout(goOn, document.hidden ? 0 : 2_000)

  const root = document.getElementById('root')
  if (root)
    root.onclick = ({ target }) => {
      root.querySelector('[data-pressed]')?.removeAttribute('data-pressed')
      if (target instanceof Element) target.closest('button')?.setAttribute('data-pressed', '')
    }
}
