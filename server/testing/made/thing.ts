import { randomUUID } from 'node:crypto'
import type { Browser } from '../browser.ts'
import type { People } from '../rights/people.ts'
import type { World } from '../world.ts'

/** An address of nobody's. */
export const NOBODYS = 'nobody@fan.test'

/** A price nothing else costs, so that it can be recognised wherever it turns up. */
export const AMOUNT_CENTS = 1_537

/** Whatever a request may name of a thing. */
export type Thing = ReturnType<typeof missingThing>

/** A thing that is not there: well-formed names of nothing. */
export function missingThing() {
  return {
    questionId: randomUUID() as string,
    athleteId: randomUUID() as string,
    username: 'nobodyatall',
    holdId: randomUUID() as string,
    clientSecret: `pi_${'0'.repeat(24)}_secret_${'0'.repeat(24)}`,
    videoId: randomUUID() as string,
    uploadId: randomUUID() as string,
    draftId: randomUUID() as string,
    token: 'A'.repeat(43),
    revision: 1,
    conversationId: 'A'.repeat(43),
    requesterUuid: 'A'.repeat(43),
    email: NOBODYS as string,
    requestId: randomUUID() as string,
    pictureId: randomUUID() as string,
    tipId: randomUUID() as string,
    payoutId: randomUUID() as string,
    password: 'not the password',
    sealed: 'A'.repeat(43),
    code: '123 456',
    /** Of a passkey, in base64url: as it is named, and what a device says and signs. */
    passkeyId: 'A'.repeat(43),
    clientData: 'A'.repeat(43),
    deviceData: 'A'.repeat(43),
    signed: 'A'.repeat(43),
    signature: `t=1,v1=${'0'.repeat(64)}`,
  }
}

/** A thing whose names are no names. */
export function malformedThing(): Thing {
  const missing = missingThing()
  const entries = Object.entries(missing).map(([key, value]) => [key, typeof value === 'string' ? 'Ä /' : -1])
  return Object.fromEntries(entries) as Thing
}

/** Whom things are made by, and where. */
export type Makers = { world: World; people: People; guest: Browser; accounts: Record<string, Browser> }
