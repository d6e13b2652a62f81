import type { Conversion } from '../../../sync/media/tracks.ts'

/** A part of a film, in seconds of what it shows without its edit list. */
export type Range = [from: number, to: number]

/** One file of the corpus. */
export type Film = {
  name: string
  make(): Promise<Buffer> | Buffer
  /**
   * What happens to it on a server with a converter: its conversion, or the refusal's code; null where any result
   * is right.
   */
  fate: Conversion | `video-${string}` | null
  /**
   * What happens to it without a converter, where that differs. By default a film with a required conversion is
   * then refused, with any reason.
   */
  plainFate?: Conversion | `video-${string}`
  /** The length of what the film shows; null where the test does not check it. */
  seconds: number | null
  /** The visible parts of a film cut by an edit list, and the seed it was made from. */
  cut?: { seed: string; shown: Range[] }
  isSilent?: boolean
  soundsLeftOut?: number
}

type Facts = Omit<Film, 'name' | 'make' | 'fate' | 'seconds'>
/** A film's fate, its length, and further facts about it. */
type Told = [fate: Film['fate'], seconds: number | null, facts?: Facts]

/** Builds a film from its name, the facts about it, and the function that makes it. */
export const film = (name: string, [fate, seconds, facts]: Told, make: Film['make']): Film => ({
  ...{ name, fate, seconds, make },
  ...facts,
})
