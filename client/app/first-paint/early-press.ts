/**
 * Types and chooses once more what was typed and chosen while the page stood but nothing answered yet, and presses the button once more that was
 * pressed last (`after-paint.ts` kept it), now that the app takes the page over. Links answer by themselves.
 */
export async function replayEarly(root: HTMLElement): Promise<void> {
  root.onclick = null
  if (root.querySelector('input,select'))
    (await import('./early-typing.ts').catch(() => null))?.typeAgain(root)
  const pressed = root.querySelector<HTMLElement>('[data-pressed]')
  pressed?.removeAttribute('data-pressed')
  pressed?.click()
}
