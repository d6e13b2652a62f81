import type { Point } from './engine.ts'

/**
 * What is on a screen: by its kind and its spoken name, or by words that stand there. A field and a frame are known by the
 * beginning of their name, all others by the whole of it, in which `…` stands for anything.
 */
export type Wanted =
  | { button: string }
  | { link: string }
  | { field: string }
  | { frame: string }
  | { video: string }
  | { heading: string }
  | { text: string }

/** What is asked of it: where it can be pressed, its value, to be given one, or to be marked for `giveFile`. */
export type Look = { wanted: Wanted; ask: 'where' | 'value' | 'mark' | 'is-there'; value?: string }

export type Seen = { point?: Point; value?: string } | null

/**
 * Looks for something in the page it is sent to; null where it is not there, or, if it is to be pressed, not free to be
 * pressed. It is sent as text, so that all it needs stands inside it.
 */
export function look({ wanted, ask, value }: Look): Seen {
  const [[kind = '', name = '']] = Object.entries(wanted) as [[string, string]]
  const words = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  const kinds: Record<string, string> = {
    button: 'button, [role=button], summary',
    link: 'a[href]',
    field: 'input, textarea, select',
    frame: 'iframe',
    video: 'video',
    heading: 'h1, h2, h3, h4',
    text: 'body *',
  }
  const spoken = (element: Element) => {
    const labels = (element as HTMLInputElement).labels
    const own = [...(labels ?? [])].map((label) => label.textContent).join(' ')
    return words(
      element.getAttribute('aria-label') ??
        (kind === 'field' ? own : (element.getAttribute('title') ?? element.textContent)),
    )
  }
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]')
  const isIt = (element: Element) => {
    if (kind === 'text') return words(element.textContent).includes(name) && isShown(element)
    const said = spoken(element)
    if (kind === 'field' || kind === 'frame') return said.startsWith(name)
    const [first, last = first] = name.split('…') as [string, string?]
    const isNamed = name.includes('…') ? said.startsWith(first) && said.endsWith(last) : said === name
    return isNamed && isShown(element)
  }
  const found = [...modal.querySelectorAll(kinds[kind]!)].filter(isIt)
  // of words, the innermost element that has all of them
  const element = kind === 'text' ? found.at(-1) : found[0]
  if (!element) return null
  if (ask === 'is-there') return {}
  const field = element as HTMLInputElement
  if (ask === 'value') {
    if (value === undefined) return { value: field.value }
    const type = element instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement
    const chosen = [...((element as unknown as HTMLSelectElement).options ?? [])].find(
      ({ label }) => label === value,
    )
    // past React, which would take it for its own change
    Object.getOwnPropertyDescriptor(type.prototype, 'value')?.set?.call(field, chosen?.value ?? value)
    for (const event of ['input', 'change']) element.dispatchEvent(new Event(event, { bubbles: true }))
    return { value: field.value }
  }
  if (ask === 'mark') {
    element.setAttribute('data-given', '')
    return {}
  }
  // a choice that is drawn by its label is pressed there
  const shown = field.type === 'radio' ? (field.labels?.[0] ?? element) : element
  shown.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { x, y, width, height } = shown.getBoundingClientRect()
  const point = { x: x + width / 2, y: y + height / 2 }
  const top = document.elementFromPoint(point.x, point.y)
  const isFree = !field.disabled && top !== null && (shown.contains(top) || top.contains(shown))
  return isFree ? { point } : null
}
