import type { Refusal } from '../../../sync/result.ts'
import { refusalText } from '../../text/refusals.ts'

/** Returns why captions were refused, and how their athlete can still use them where others came first. */
export function captionsRefused(refusal: Refusal): string {
  return refusal.code === 'changed-meanwhile' ? OVERTAKEN : refusalText(refusal)
}

const OVERTAKEN =
  'Our team or another device of yours changed the captions of this answer first, so those count. Yours are kept here: press “Change captions” at the answer to compare and save them.'
