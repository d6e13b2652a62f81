import { availableParallelism } from 'node:os'
import { recipeOf } from '../../media/rendition/recipes.ts'
import { convertByLibrary } from '../../media/rendition/tool/library.ts'
import { makeFilm } from './make-film.ts'

/* Runs FFmpeg alone in a process of its own: makes a film to convert, or converts one as the server does. */

const [, , order, file = '', seconds = '0'] = process.argv
const durationMs = Number(seconds) * 1_000
if (order === 'make') await makeFilm(file, Number(seconds))
else
  await convertByLibrary(
    {
      ...{ file, family: 'mp4', video: 0, audio: 0, durationMs, draft: `${file}.alone` },
      recipe: recipeOf('plays', durationMs),
      threads: availableParallelism(),
      limits: { processorMs: 0, deadlineMs: 0, memoryBytes: 0 },
    },
    () => {},
  )
