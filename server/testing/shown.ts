import { type Caller, VISITOR } from '../../sync/roles.ts'
import type { Shown } from '../http/proof.ts'

/** Returns the proof of a call that someone makes in their session. */
export const shownOf = (caller: Caller): Shown => ({ caller, captcha: null, clientAddress: 'test' })

/** The proof of a fan who is signed in, for verbs that do not care who it is. */
export const SIGNED_IN = shownOf({
  ...VISITOR,
  role: 'basic',
  personId: 'b4f1ad3e-4c8e-4d0c-9a57-6c1f6a1c7e11',
})
