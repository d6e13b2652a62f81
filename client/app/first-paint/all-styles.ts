/**
 * Waits for the full styles, or for their failure. A page that was painted before the app's script has only the styles
 * of its first paint, and the others are fetched together with the script.
 */
export async function allStyles(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')
  if (!link || link.sheet) return
  // A link that has failed already would tell nothing more; its copy asks again and shares a request under way.
  const copy = link.cloneNode() as HTMLLinkElement
  link.after(copy)
  link.remove()
  await new Promise((resolve) => {
    copy.onload = copy.onerror = resolve
  })
}
