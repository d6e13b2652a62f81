import type { Point } from './engine.ts'

// Each function here is sent to a page as text, so it uses nothing outside itself. `find` stores what it found in
// the page for the functions called after it.

/**
 * Describes an element by its kind and accessible name, or by its text. A field, a frame and a video match the
 * beginning of the name, a link also the beginning of its path, and all others the whole name, in which `…` matches
 * anything.
 */
export type Wanted =
  | { button: string }
  | { link: string }
  | { field: string }
  | { frame: string }
  | { video: string }
  | { heading: string }
  | { path: string }
  | { text: string }

type Finding = Window & { found?: Element | undefined; missed?: boolean }

/**
 * Returns whether the element exists and, except for a field, frame or video, is visible. For a text, finds the
 * innermost element that contains all of it.
 */
export function find(wanted: Wanted): boolean {
  const [[kind = '', name = '']] = Object.entries(wanted) as [[string, string]]
  const kinds: Record<string, string> = {
    button: 'button, [role=button], summary',
    link: 'a[href]',
    field: 'input, textarea, select',
    frame: 'iframe',
    video: 'video',
    heading: 'h1, h2, h3, h4',
    path: 'a[href]',
    text: 'body *',
  }
  const words = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  const spoken = (element: Element) => {
    const labels = [...((element as HTMLInputElement).labels ?? [])]
    const own = kind === 'field' ? labels.map((label) => label.textContent).join(' ') : element.textContent
    return words(element.getAttribute('aria-label') ?? element.getAttribute('title') ?? own)
  }
  // Checks that the parts around `…` occur in order, from the beginning to the end.
  const isNamed = (said: string) => {
    const parts = name.split('…')
    let at = 0
    const isInOrder = parts.every((part) => {
      const next = said.indexOf(part, at)
      at = next + part.length
      return next !== -1
    })
    const isWhole = said.startsWith(parts[0] ?? '') && said.endsWith(parts.at(-1) ?? '')
    return isInOrder && isWhole && (parts.length > 1 || said === name)
  }
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert], [data-snapshot]')
  const isIt = (element: Element) => {
    if (kind === 'text') return words(element.textContent).includes(name) && isShown(element)
    if (['field', 'frame', 'video'].includes(kind)) return spoken(element).startsWith(name)
    if (kind === 'path') return element.getAttribute('href')?.startsWith(name) && isShown(element)
    return isNamed(spoken(element)) && isShown(element)
  }
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document
  const found = [...modal.querySelectorAll(kinds[kind] ?? kind)].filter(isIt)
  const element = kind === 'text' ? found.at(-1) : found[0]
  Object.assign(window as Finding, { found: element })
  return element !== undefined
}

/** Returns the middle of the found element, or a description of what covers it when it cannot be clicked. */
export function whereFound(): Point | string {
  const found = (window as Finding).found as HTMLInputElement | undefined
  // A radio button drawn by its label is clicked on the label.
  const shown = found?.type === 'radio' ? (found.labels?.[0] ?? found) : found
  if (!shown) return 'gone again'
  if (found?.disabled) return 'disabled'
  shown.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { x, y, width, height } = shown.getBoundingClientRect()
  const point = { x: x + width / 2, y: y + height / 2 }
  const top = document.elementFromPoint(point.x, point.y)
  if (top && (shown.contains(top) || top.contains(shown))) return point
  const place = `${Math.round(width)} × ${Math.round(height)} at ${Math.round(x)}, ${Math.round(y)}`
  return `${place} of ${innerWidth} × ${innerHeight}, under ${top?.outerHTML.slice(0, 200) ?? 'nothing'}`
}

/** Notes whether the next click misses the found element, as when the page moves under the pointer. */
export function watchPress(): void {
  const { found } = window as Finding
  const hits = [found, ...((found as HTMLInputElement | undefined)?.labels ?? [])]
  Object.assign(window as Finding, { missed: false })
  const look = ({ target }: Event) => {
    const isHit = hits.some((hit) => target instanceof Node && (hit?.contains(target) || target === hit))
    Object.assign(window as Finding, { missed: !isHit })
  }
  addEventListener('click', look, { capture: true, once: true })
}

/** Returns whether the last click missed. False on a page loaded since, which has no note. */
export function wasMissed(): boolean {
  return (window as Finding).missed === true
}

export function valueOfFound(): string {
  return ((window as Finding).found as HTMLInputElement).value
}

/** Sets the found element's value at once; in a list, chooses the option with this label. */
export function setFound(value: string): void {
  const found = (window as Finding).found as HTMLInputElement
  const isList = found instanceof HTMLSelectElement
  const options = isList ? [...(found as unknown as HTMLSelectElement).options] : []
  const chosen = options.find(({ label }) => label === value)?.value ?? value
  // Use the native setter, because React would take a direct assignment for its own change.
  const { prototype } = isList ? HTMLSelectElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(found, chosen)
  for (const event of ['input', 'change']) found.dispatchEvent(new Event(event, { bubbles: true }))
}

/** Marks the found element, so that a selector finds it. */
export function markFound(): void {
  ;(window as Finding).found?.setAttribute('data-found', '')
}
