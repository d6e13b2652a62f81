/** One figure with the values of ours and of its floor, taken in turns. */
export type Measured = {
  figure: string
  unit: string
  ours: number[]
  /** What the same work costs without the product, on this machine in the same run; empty where nothing compares. */
  floor: number[]
  /** A short description of the floor. */
  against: string
  bar?: Bar
}

/** The limits of a figure, for the ratio of ours to the floor or for ours alone. */
export type Bar = { of: 'ratio' | 'ours'; least?: number; most?: number }

/** Takes ours and the floor in turns, so that other load affects both alike; the first run of each is a warm-up. */
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

/** Returns how many milliseconds `run` takes. */
export async function timed(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await run()
  return performance.now() - started
}

/** Returns the value below which this share of all values lies. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
