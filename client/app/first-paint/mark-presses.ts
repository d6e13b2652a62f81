/**
 * Marks the link of a start snapshot that was pressed last, instead of following it: the app is already loading in
 * this page, and presses the same link on its first screen (`ui/press-again.ts`). A link to another site, and a press
 * that asks for a new window, are left to the browser. Buttons do nothing, because the thing that a button is about
 * may have changed since the snapshot was taken. Only `after-snapshot.ts` may import this, because the build puts both
 * into the page as one script.
 */
export function markPresses(snapshot: HTMLElement): void {
  snapshot.onclick = (event) => {
    const pressed =
      event.target instanceof Element ? event.target.closest<HTMLElement>('a[href], button') : null
    if (!pressed || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    if (pressed instanceof HTMLAnchorElement && (pressed.target || pressed.origin !== location.origin)) return
    event.preventDefault()
    if (!(pressed instanceof HTMLAnchorElement)) return
    snapshot.querySelector('[data-pressed]')?.removeAttribute('data-pressed')
    pressed.setAttribute('data-pressed', '')
  }
}
