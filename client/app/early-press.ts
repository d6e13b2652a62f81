/**
 * Keeps the last button pressed while the page stands but nothing answers yet; `replay` presses it once the app has
 * taken the page over. Links answer by themselves.
 */
export function keepEarlyPress(root: HTMLElement): { replay(): void } {
  let pressed: HTMLElement | null = null
  const keep = ({ target }: Event) => {
    pressed = target instanceof Element ? target.closest('button') : null
  }
  root.addEventListener('click', keep)
  return {
    replay() {
      root.removeEventListener('click', keep)
      pressed?.click()
      pressed = null
    },
  }
}
