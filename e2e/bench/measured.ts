/** One figure as it was taken, run by run; as server/testing/bench has it too. */
export type Measured = {
  figure: string
  unit: string
  ours: number[]
  /** What the same machine does without us, in the same run; empty where there is no such thing. */
  floor: number[]
  /** What the floor is, in a few words. */
  against: string
  /** Of ours over the floor, or of ours alone. */
  bar?: { of: 'ratio' | 'ours'; least?: number; most?: number }
}

/** The middle value; NaN of none. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
