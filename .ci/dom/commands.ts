import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineBrowserCommand } from '@vitest/browser-playwright'

const TIKTOK = /tiktok/
const askedOfTikTok: string[] = []
/** Where the file lies that was chosen last. */
let chosen = ''

/** What a test cannot do from inside its page. */
export const commands = {
  /** The pointer goes where nothing is under it. */
  leaveWithPointer: defineBrowserCommand(({ page }) => page.mouse.move(0, 0)),
  /** What the person has asked their system for. */
  wantMotion: defineBrowserCommand<[boolean]>(({ page }, wanted) =>
    page.emulateMedia({ reducedMotion: wanted ? 'no-preference' : 'reduce' }),
  ),
  /** TikTok answers from now on with an empty player, and what is asked of it is noted. */
  answerTikTok: defineBrowserCommand(async ({ context }) => {
    askedOfTikTok.length = 0
    await context.unroute(TIKTOK)
    await context.route(TIKTOK, (route) => {
      askedOfTikTok.push(`${route.request().resourceType()} ${route.request().url()}`)
      return route.fulfill({ contentType: 'text/html', body: '<title>player</title>' })
    })
  }),
  /** The person chooses a file of this size in the page's field for one. */
  chooseFile: defineBrowserCommand<[number]>(async ({ frame }, bytes) => {
    chosen = join(await mkdtemp(join(tmpdir(), 'infield-chosen-')), 'chosen.mp4')
    await writeFile(chosen, Buffer.alloc(bytes))
    await (await frame()).setInputFiles('input[type=file]', chosen)
  }),
  /** They write something else into it. */
  changeChosenFile: defineBrowserCommand(() => writeFile(chosen, 'something else')),
  deleteChosenFile: defineBrowserCommand(() => rm(join(chosen, '..'), { recursive: true })),
  askedOfTikTok: defineBrowserCommand(() => askedOfTikTok),
}
