import { defineBrowserCommand } from '@vitest/browser-playwright'

const TIKTOK = /tiktok/
const askedOfTikTok: string[] = []

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
  askedOfTikTok: defineBrowserCommand(() => askedOfTikTok),
}
