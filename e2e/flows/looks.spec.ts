import type { BrowserContextOptions, Page } from 'playwright/test'
import { seriousViolations } from '../accessibility.ts'
import { DESKTOP, PHONE } from '../device.ts'
import { expect, test } from '../fixtures.ts'
import { type Role, signIn } from '../pages/sign-in.ts'

type Screen = { name: string; path: string; as?: Role; ready: (page: Page) => ReturnType<Page['locator']> }

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first()

const SCREENS: Screen[] = [
  { name: 'home', path: '/', ready: heading(/Real athletes/) },
  { name: 'directory', path: '/ask', ready: heading(/Pick an athlete/) },
  { name: 'profile', path: '/ask/athlete', ready: heading(/./) },
  { name: 'profile-free', path: '/ask/sadiewren', ready: heading(/./) },
  { name: 'profile-paused', path: '/ask/caldecosta', ready: heading(/./) },
  { name: 'sign-in', path: '/signin', ready: heading('Sign in') },
  { name: 'join', path: '/join', ready: heading(/Join/) },
]

const LOOKS: Record<string, BrowserContextOptions> = {
  'phone-light': { ...PHONE, colorScheme: 'light' },
  'phone-dark': { ...PHONE, colorScheme: 'dark' },
  'desktop-light': { ...DESKTOP, colorScheme: 'light' },
  'desktop-dark': { ...DESKTOP, colorScheme: 'dark' },
}

for (const [look, options] of Object.entries(LOOKS)) {
  test(`the main screens, ${look}: axe finds nothing serious`, async ({ visit, server }) => {
    test.setTimeout(180_000)
    const page = await visit('/', { ...options, reducedMotion: 'reduce' })
    for (const { name, path, as, ready } of SCREENS) {
      if (as) await signIn(page, as, server.password)
      await page.goto(path)
      await expect(ready(page)).toBeVisible()
      await page.screenshot({ path: `test-results/looks/${name}-${look}.png`, fullPage: true })
      expect.soft(await seriousViolations(page), `${name}, ${look}`).toEqual([])
    }
  })
}
