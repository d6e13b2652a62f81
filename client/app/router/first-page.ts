/** The data that the server rendered a page from. Only the screen that it was rendered for can take it, once. */
export type FirstPage = { take(path: string): unknown }

/** For a page that came without data. */
export const NO_FIRST_PAGE: FirstPage = { take: () => null }

/** Holds the data of one page for the loader of the screen at `path`. All other screens load their own data. */
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
