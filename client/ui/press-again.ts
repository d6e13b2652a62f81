/**
 * Presses on the app's first screen the link that was pressed on the start snapshot, and moves the focus to the link
 * that had it there. A link is the same if its address is; of several, the one in the same place among them. Does
 * nothing for a link that is no longer there.
 */
export function pressAgain(snapshot: HTMLElement, screen: HTMLElement): void {
  const focused = snapshot.querySelector<HTMLElement>('[data-focused]')
  if (focused) sameAs(focused, snapshot, screen)?.focus({ preventScroll: true })
  const pressed = snapshot.querySelector<HTMLElement>('[data-pressed]')
  if (pressed) sameAs(pressed, snapshot, screen)?.click()
}

/** Marks the link of a snapshot that has the focus, which is lost with the snapshot. */
export function markFocus(snapshot: HTMLElement): void {
  if (document.activeElement && snapshot.contains(document.activeElement))
    document.activeElement.setAttribute('data-focused', '')
}

function sameAs(link: HTMLElement, snapshot: HTMLElement, screen: HTMLElement): HTMLElement | undefined {
  const href = link.getAttribute('href')
  if (href === null) return
  const alike = (within: HTMLElement) =>
    [...within.querySelectorAll<HTMLElement>('a[href]')].filter((each) => each.getAttribute('href') === href)
  const there = alike(screen)
  return there[alike(snapshot).indexOf(link)] ?? there[0]
}
