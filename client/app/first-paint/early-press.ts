/**
 * Repeats the user's early actions when the app takes the page over: typing, choices, and a press on the last
 * button, which `after-paint.ts` marked. Links work without the app and need no repeating.
 */
export async function replayEarly(root: HTMLElement): Promise<void> {
  root.onclick = null
  if (root.querySelector('input,select'))
    (await import('./early-typing.ts').catch(() => null))?.typeAgain(root)
  const pressed = root.querySelector<HTMLElement>('[data-pressed]')
  pressed?.removeAttribute('data-pressed')
  pressed?.click()
}
