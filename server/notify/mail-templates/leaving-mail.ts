import { PRODUCT } from '../../../sync/text/product.ts'
import { spokenTime } from '../spoken-time.ts'
import type { Words } from './mail-layout.ts'

type Leaving = { eraseAt: Date | null; zone: string | null }

/** Returns the words for a person who asked to be deleted; they name the moment, because a mail may come late. */
export function leavingWords({ eraseAt, zone }: Leaving): Omit<Words, 'action'> {
  return {
    subject: 'Your data will be deleted',
    paragraphs: [
      `From now on nobody sees you at ${PRODUCT.name}, and questions that were open have ended. On ${spokenTime(eraseAt, zone)} everything about you is deleted for good, answers and private links included. Our books keep amounts and dates, without your name; if you are an athlete, we keep who your last payout goes to until it is paid.`,
      'A question stays open if an athlete had recorded its answer for you, or if you are the athlete and the video of your answer had fully arrived. That answer is still delivered and charged.',
      'Do you want to stay? Until then this link cancels it, and so does signing in, if you have an account.',
    ],
  }
}
