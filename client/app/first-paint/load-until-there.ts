const AGAIN_MS = 5_000

/** Resolves after this many milliseconds. */
export const passed = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Loads code that the app cannot do without, and asks for it again every five seconds until it is there. */
export const loadUntilThere = <Parts>(load: () => Promise<Parts>): Promise<Parts> =>
  load().catch(() => passed(AGAIN_MS).then(() => loadUntilThere(load)))
