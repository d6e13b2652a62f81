/**
 * Keeps the app alive while a browser translates its page. Chrome puts the words of a page into elements of its own, at
 * any time, and React, which still holds the text nodes, throws where it is to remove one or to put something before
 * it (react/react 11538). From here on the element that stands in the text's place is taken instead; where nothing
 * stands there, a removal does nothing and what is inserted comes last.
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

/** The child of a parent that is this node or has it inside. */
function childHolding(parent: Node, node: Node | null): Node | null {
  let own = node
  while (own && own.parentNode !== parent) own = own.parentNode
  return own
}

/** Whether a browser has begun to translate this page: Chrome marks it, and puts elements around its words. */
export const isTranslated = () => document.querySelector('html[class*=translated-],font') !== null

/** What React did not find on a page that it takes over is told, but not of words that were translated meanwhile. */
export function tellUntranslated(error: unknown): void {
  if (!isTranslated()) reportError(error)
}
