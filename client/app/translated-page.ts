/**
 * Keeps the app working while the browser translates the page. Chrome moves texts into elements of its own at any
 * time, and React, which still holds the text nodes, throws when it removes one or inserts before it (react/react
 * 11538). With this patch React's calls act on the element that now holds the text. Where there is none, a
 * removal does nothing and an insertion appends.
 */
export function allowTranslation(): void {
  const { insertBefore, removeChild } = Node.prototype
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    const own = childHolding(this, child)
    if (own) removeChild.call(this, own)
    return child
  }
  Node.prototype.insertBefore = function <Added extends Node>(
    this: Node,
    added: Added,
    before: Node | null,
  ): Added {
    insertBefore.call(this, added, childHolding(this, before))
    return added
  }
}

/** Returns the child of `parent` that is `node` or contains it; null if there is none. */
function childHolding(parent: Node, node: Node | null): Node | null {
  let own = node
  while (own && own.parentNode !== parent) own = own.parentNode
  return own
}

/**
 * Checks whether the browser has begun to translate this page: Chrome marks it and wraps words in `font` elements.
 */
export const isTranslated = () => document.querySelector('html[class*=translated-],font') !== null

/** Reports a hydration error, except on a translated page, where React cannot find the texts that were rendered. */
export function tellUntranslated(error: unknown): void {
  if (!isTranslated()) reportError(error)
}
