/**
 * Bounds how many pages of one kind are open at once. Returns a function that gives out a page as it is read, or null
 * where `most` of its kind are open. A page is open until it is read to its end, fails or is given up: until then its
 * pieces wait in memory here.
 */
export function createOpenPulls(
  most: number,
): (kind: string, read: () => ReadableStream<string>) => ReadableStream<string> | null {
  const open = new Map<string, number>()
  const close = (kind: string) => {
    const left = (open.get(kind) ?? 0) - 1
    if (left > 0) open.set(kind, left)
    else open.delete(kind)
  }
  return (kind, read) => {
    const others = open.get(kind) ?? 0
    if (others >= most) return null
    open.set(kind, others + 1)
    return untilOver(read(), () => close(kind))
  }
}

/** Passes a page on, and calls `onOver` once, when nobody will read more of it. */
function untilOver(page: ReadableStream<string>, onOver: () => void): ReadableStream<string> {
  const reader = page.getReader()
  let isOver = false
  // A page that is given up also ends the reading under way, so this is called twice.
  const over = () => {
    if (!isOver) onOver()
    isOver = true
  }
  return new ReadableStream<string>(
    {
      async pull(answer) {
        try {
          const { done, value } = await reader.read()
          if (!done) return answer.enqueue(value)
          over()
          answer.close()
        } catch (error) {
          over()
          answer.error(error)
        }
      },
      cancel(reason) {
        over()
        return reader.cancel(reason)
      },
    },
    // Nothing is read ahead of its reader.
    { highWaterMark: 0 },
  )
}
