/** Runs a task for every item of a list, `atOnce` of them at a time. */
export async function inTurns<T>(list: readonly T[], atOnce: number, run: (each: T) => Promise<unknown>) {
  const left = list.values()
  const turn = async () => {
    for (const each of left) await run(each)
  }
  await Promise.all(Array.from({ length: atOnce }, turn))
}
