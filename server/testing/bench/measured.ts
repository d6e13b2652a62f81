/** One figure as it was taken: ours and its floor, in turn, run by run. */
export type Measured = {
  figure: string
  unit: string
  ours: number[]
  /** What the same machine does without us, in the same run; empty where there is no such thing. */
  floor: number[]
  /** What the floor is, in a few words. */
  against: string
  bar?: Bar
}

/** The bar: of ours over the floor, or of ours alone. */
export type Bar = { of: 'ratio' | 'ours'; least?: number; most?: number }

/** Takes ours and the floor in turn, so that whatever else the machine does meets both; one run before to warm up. */
export async function takeTurns(
  runs: number,
  { ours, floor }: { ours: () => Promise<number>; floor: () => Promise<number> },
): Promise<Pick<Measured, 'ours' | 'floor'>> {
  await ours()
  await floor()
  const taken = { ours: [] as number[], floor: [] as number[] }
  for (let run = 0; run < runs; run += 1) {
    taken.ours.push(await ours())
    taken.floor.push(await floor())
  }
  return taken
}

/** How long `run` takes, in milliseconds. */
export async function timed(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await run()
  return performance.now() - started
}

/** The value below which a share of all values lies. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
