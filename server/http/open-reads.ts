/**
 * Bounds how many bodies of one kind are read at once. Returns a function that reads one. Where `most` are under
 * way, the oldest gives way and returns null: an honest sender's is there at once, and who sends slowly, however
 * often, must not keep it out.
 */
export function createOpenReads(most: number): <T>(read: () => Promise<T>) => Promise<T | null> {
  const open = new Set<() => void>()
  return async (read) => {
    const { promise: givenWay, resolve } = Promise.withResolvers<null>()
    const giveWay = () => resolve(null)
    const [oldest] = open
    if (oldest && open.size >= most) {
      open.delete(oldest)
      oldest()
    }
    open.add(giveWay)
    try {
      return await Promise.race([read(), givenWay])
    } finally {
      open.delete(giveWay)
    }
  }
}
