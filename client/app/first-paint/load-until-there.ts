const AGAIN_MS = 5_000

/** Loads code that the app cannot do without, and asks for it again every five seconds until it is there. */
export async function loadUntilThere<Parts>(load: () => Promise<Parts>): Promise<Parts> {
  return load().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    return loadUntilThere(load)
  })
}
