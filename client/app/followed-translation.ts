/** For each text of the app that a translator replaced: the element that stands in its place. */
const standIns = new WeakMap<Node, Element>()

/**
 * Keeps the text correct on a page that the browser translates. Chrome replaces the app's text nodes with elements
 * of its own, so later changes by the app would not be visible (react/react 11538). From this call on, a text node
 * that the app changes or removes first returns to its place, where the browser translates it again.
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

/** Puts a text node back in the place of its translation. */
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

/** Wraps a method of `Node`, so that the text nodes it is given return to their places first. */
function returnBefore(name: 'removeChild' | 'insertBefore'): void {
  const own = Node.prototype[name] as (...nodes: (Node | null)[]) => Node
  const change = function (this: Node, ...nodes: (Node | null)[]) {
    for (const node of nodes) comeBack(node)
    return own.apply(this, nodes)
  }
  Object.assign(Node.prototype, { [name]: change })
}
