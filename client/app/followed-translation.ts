/** What a translator put in the place of a text of the app. */
const standIns = new WeakMap<Node, Element>()

/**
 * Keeps the words true of a page that its browser translates. Chrome takes the app's texts out of the page and puts its
 * own elements there; what the app changes or removes after that, nobody would see (react/react 11538). From here on a text
 * that the app touches comes back in the place of its translation, which the translator translates again.
 */
export function followTranslation(): void {
  new MutationObserver(noteReplaced).observe(document.body, { childList: true, subtree: true })
  returnOnChange()
  returnBefore('removeChild')
  returnBefore('insertBefore')
}

function noteReplaced(records: MutationRecord[]): void {
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records)
    for (const node of removedNodes) {
      if (!(node instanceof Text) || node.isConnected) continue
      const standIn = [...addedNodes, previousSibling, nextSibling].find(isTranslation)
      if (standIn) standIns.set(node, standIn)
    }
}

const isTranslation = (node: Node | null): node is HTMLElement => node?.nodeName === 'FONT'

/** Puts a text back where its translation stands. */
function comeBack(node: Node | null): void {
  const standIn = node && standIns.get(node)
  if (!node || !standIn) return
  standIns.delete(node)
  if (!node.isConnected && standIn.isConnected) standIn.replaceWith(node)
}

function returnOnChange(): void {
  const own = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...own,
    set(this: Node, value: string | null) {
      comeBack(this)
      own?.set?.call(this, value)
    },
  })
}

/** What the app removes, or puts something before, is in its place again first. */
function returnBefore(name: 'removeChild' | 'insertBefore'): void {
  const own = Node.prototype[name] as (...nodes: (Node | null)[]) => Node
  const change = function (this: Node, ...nodes: (Node | null)[]) {
    for (const node of nodes) comeBack(node)
    return own.apply(this, nodes)
  }
  Object.assign(Node.prototype, { [name]: change })
}
