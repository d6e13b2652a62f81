import type { Conversion } from '../../../sync/media/tracks.ts'

/** Seconds of what a film shows without its edit list. */
export type Range = [from: number, to: number]

/** One file of the corpus. */
export type Film = {
  name: string
  make(): Promise<Buffer> | Buffer
  /** What becomes of it on a server that converts: its conversion, or the code of its refusal; null where any will do. */
  fate: Conversion | `video-${string}` | null
  /** Without a converter, where that is another: else what is required to be converted is refused, with any reason. */
  plainFate?: Conversion | `video-${string}`
  /** How long what is shown of it runs; null where it is not said. */
  seconds: number | null
  /** What is shown of it, where an edit list cuts it, by the seed it was made of. */
  cut?: { seed: string; shown: Range[] }
  isSilent?: boolean
  soundsLeftOut?: number
}

type Facts = Omit<Film, 'name' | 'make' | 'fate' | 'seconds'>
/** Its fate, its length, and what else is true of it. */
type Told = [fate: Film['fate'], seconds: number | null, facts?: Facts]

/** A film by its name, what is to be true of it, and how it is made. */
export const film = (name: string, [fate, seconds, facts]: Told, make: Film['make']): Film => ({
  ...{ name, fate, seconds, make },
  ...facts,
})
