export type Looks = {
  /** What is asked already is not asked a second time. */
  look(): Promise<void>
  /** After something was done: what is under way may have been answered before it, so it is asked once more. */
  lookAgain(): Promise<void>
}

/** Has `ask` run once at a time, however many want to know. */
export function lookInTurn(ask: () => Promise<void>): Looks {
  let underWay: Promise<void> | null = null
  const look = () => {
    underWay ??= ask().finally(() => {
      underWay = null
    })
    return underWay
  }
  return {
    look,
    async lookAgain() {
      await underWay?.catch(() => {})
      await look()
    },
  }
}
