/**
 * Types once more what was typed while the page stood but nothing answered yet, and presses the button once more that was
 * pressed last (`after-paint.ts` kept it), now that the app takes the page over. Links answer by themselves.
 */
export async function replayEarly(root: HTMLElement): Promise<void> {
  root.onclick = null
  const typed = [...root.querySelectorAll<HTMLInputElement>('input, textarea')].filter(
    ({ value, defaultValue }) => value !== defaultValue,
  )
  if (typed.length > 0) (await import('./early-typing.ts')).typeAgain(typed)
  const pressed = root.querySelector<HTMLElement>('[data-pressed]')
  pressed?.removeAttribute('data-pressed')
  pressed?.click()
}
