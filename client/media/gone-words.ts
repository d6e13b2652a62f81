import { PRODUCT } from '../../sync/text/product.ts'

/** Says that a video was deleted, where the reason is not known. */
export const GONE_VIDEO = 'We no longer keep this video.'

/** Says that an answer was deleted, with the reason where its athlete has left. */
export const goneAnswer = (hasLeft: boolean): string =>
  `This answer is no longer kept${hasLeft ? `: its athlete left ${PRODUCT.name}` : ''}.`
