import type { Page } from 'playwright/test'
import type { Server } from '../server.ts'
import { phonePicture } from './phone-picture.ts'

/** Returns the code for joining as an athlete, which the server printed at its start. */
export const signupCode = (server: Server) => /signup code\s+(\S+)/.exec(server.said())?.[1] ?? ''

/** Returns the path of the link in the last mail to an address. */
export async function mailedPath(server: Server, address: string): Promise<string> {
  await server.quiesce()
  const mail = (await server.mails()).find(({ recipient }) => recipient === address)
  const { pathname, hash } = new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '')
  return pathname + hash
}

/** Fills in the form of a new athlete, except the username and the password. */
export async function fillProfile(page: Page): Promise<void> {
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Lund')
  await page.getByLabel('Date of birth').fill('1999-05-06')
  await page.getByLabel('Country').selectOption({ label: 'Norway' })
  await page.getByLabel('City').fill('Bergen')
  const picture = await phonePicture()
  await page.getByLabel('Choose a picture: Profile picture').setInputFiles(picture)
  await page.getByLabel('Cover photos').setInputFiles([picture, picture, picture, picture])
  await page.getByLabel('Sport').selectOption('Rowing')
  await page.getByLabel('Bio').fill('I row. Ask me about starts.')
  await page.getByLabel('Achievement 1').fill('National champion, 2024')
  await page.getByLabel('Area of insight 1').fill('Starts')
  await page.getByLabel('Email').fill('ada@athletes.test')
}
