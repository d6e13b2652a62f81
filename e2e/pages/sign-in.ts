import { expect, type Page } from 'playwright/test'
import type { Server } from '../server.ts'

const PEOPLE = {
  admin: 'admin@infield.test',
  athlete: 'athlete@infield.test',
  fan: 'fan@infield.test',
} as const

export type Role = keyof typeof PEOPLE

/**
 * Opens a demo person's first page, signed in by a cookie and not by the form; tests of the form use
 * `signInByForm`.
 */
export async function signIn(page: Page, role: Role, server: Server): Promise<void> {
  const session = await server.beginSession(PEOPLE[role])
  const where = { domain: 'localhost', path: '/', httpOnly: true, sameSite: 'Lax' } as const
  await page.context().addCookies([{ ...session, ...where }])
  await page.goto(role === 'admin' ? '/admin' : '/dashboard')
  await expect(page.getByRole('button', { name: 'Sign out' }), 'the app knows who it is').toBeVisible()
}

/** Signs a demo person in by the form, and waits for the next page. */
export async function signInByForm(page: Page, role: Role, password: string): Promise<void> {
  await page.goto('/signin')
  await page.getByLabel('Your email address').fill(PEOPLE[role])
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(role === 'admin' ? /\/admin/ : /\/dashboard/)
}

/** Waits until the dashboard says that everything of this person is on the device. */
export async function expectReadyForOffline(page: Page): Promise<void> {
  await expect(page.getByText('Ready for offline', { exact: true })).toBeVisible({ timeout: 60_000 })
}
