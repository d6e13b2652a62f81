import { randomUUID } from 'node:crypto'
import type { Browser } from '../browser.ts'
import type { Person, World } from '../world.ts'
import { portrait } from './pictures.ts'

type Cast = {
  world: World
  people: { athlete: Person }
  accounts: Record<string, Browser>
}

/** Returns the open request for the athlete's profile picture, after making one if there is none. */
export async function askPicture({ people, accounts }: Cast): Promise<{ requestId: string }> {
  const args = { requestId: randomUUID(), personId: people.athlete.id, place: 'profile' }
  const outcome = await accounts.admin?.push('picture.request', args)
  if (outcome?.state !== 'settled') throw new Error(`asking for a picture: ${JSON.stringify(outcome)}`)
  return { requestId: String(outcome.value.requestId) }
}

/** Requests the athlete's profile picture and uploads it as the athlete. */
export async function bringPicture(cast: Cast): Promise<{ requestId: string; pictureId: string }> {
  const { requestId } = await askPicture(cast)
  const brought = await cast.accounts.athlete?.request('/userMedia?place=profile', {
    method: 'POST',
    headers: { 'content-type': 'image/jpeg' },
    raw: new Uint8Array(portrait()),
  })
  if (brought?.status !== 200) throw new Error(`bringing a picture: ${brought?.status}`)
  const [request] = await cast.world.database.sql<{ pictureId: string }[]>`
    select picture_id as "pictureId" from picture_request where id = ${requestId}`
  return { requestId, pictureId: request?.pictureId ?? '' }
}
