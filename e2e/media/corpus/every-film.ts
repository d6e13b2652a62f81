import { brokenFilms } from './broken.ts'
import { codecFilms } from './codecs.ts'
import { editFilms } from './edits.ts'
import type { Film } from './films.ts'
import { shapeFilms } from './shapes.ts'

/** All films of the corpus. */
export const FILMS: readonly Film[] = [...codecFilms, ...editFilms, ...shapeFilms, ...brokenFilms]
