/** What the server rendered a page from. It is taken once, by the screen it was meant for. */
export type FirstPage = { take(path: string): unknown }

/** A page that came without data. */
export const NO_FIRST_PAGE: FirstPage = { take: () => null }

/** Keeps the data of one page for the loader of the screen at `path`; every other screen loads its own. */
export function firstPageOf(path: string, data: unknown): FirstPage {
  let left: unknown = data
  return {
    take(wanted) {
      if (wanted !== path) return null
      const taken = left
      left = null
      return taken
    },
  }
}
