import { defineBrowserCommand } from '@vitest/browser-playwright'

/** What a test cannot do from inside its page. */
export const commands = {
  /** The pointer goes where nothing is under it. */
  leaveWithPointer: defineBrowserCommand(({ page }) => page.mouse.move(0, 0)),
  /** What the person has asked their system for. */
  wantMotion: defineBrowserCommand<[boolean]>(({ page }, wanted) =>
    page.emulateMedia({ reducedMotion: wanted ? 'no-preference' : 'reduce' }),
  ),
}
