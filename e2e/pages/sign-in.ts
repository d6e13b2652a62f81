import { expect, type Page } from 'playwright/test'

const PEOPLE = {
  admin: 'admin@infield.test',
  athlete: 'athlete@infield.test',
  fan: 'fan@infield.test',
} as const

export type Role = keyof typeof PEOPLE

/** Signs a demo person in and waits for where that leads. */
export async function signIn(page: Page, role: Role, password: string): Promise<void> {
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
