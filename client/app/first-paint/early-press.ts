/**
 * Presses the button once more that was pressed last while the page stood but nothing answered yet (`after-paint.ts`
 * kept it), now that the app has taken the page over. Links answer by themselves.
 */
export function replayEarlyPress(root: HTMLElement): void {
  root.onclick = null
  const pressed = root.querySelector<HTMLElement>('[data-pressed]')
  pressed?.removeAttribute('data-pressed')
  pressed?.click()
}
