import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineBrowserCommand } from '@vitest/browser-playwright'
import { keepDrawing } from '../drawing.ts'

const TIKTOK = /tiktok/
const askedOfTikTok: string[] = []
/** The path of the last chosen file. */
let chosen = ''

/** Commands for what a test cannot do from inside its page. */
export const commands = {
  /** Moves the pointer to a place with nothing under it. */
  leaveWithPointer: defineBrowserCommand(({ page }) => keepDrawing(page)),
  /** Sets the system's preference for motion. */
  wantMotion: defineBrowserCommand<[boolean]>(({ page }, wanted) =>
    page.emulateMedia({ reducedMotion: wanted ? 'no-preference' : 'reduce' }),
  ),
  /** Makes TikTok answer with an empty player from now on, and records the requests to it. */
  answerTikTok: defineBrowserCommand(async ({ context }) => {
    askedOfTikTok.length = 0
    await context.unroute(TIKTOK)
    await context.route(TIKTOK, (route) => {
      askedOfTikTok.push(`${route.request().resourceType()} ${route.request().url()}`)
      return route.fulfill({ contentType: 'text/html', body: '<title>player</title>' })
    })
  }),
  /** Chooses a file of this size in the page's file field. */
  chooseFile: defineBrowserCommand<[number]>(async ({ frame }, bytes) => {
    chosen = join(await mkdtemp(join(tmpdir(), 'infield-chosen-')), 'chosen.mp4')
    await writeFile(chosen, Buffer.alloc(bytes))
    await (await frame()).setInputFiles('input[type=file]', chosen)
  }),
  /** Overwrites the chosen file. */
  changeChosenFile: defineBrowserCommand(() => writeFile(chosen, 'something else')),
  deleteChosenFile: defineBrowserCommand(() => rm(join(chosen, '..'), { recursive: true })),
  askedOfTikTok: defineBrowserCommand(() => askedOfTikTok),
}
