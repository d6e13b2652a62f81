import { PRODUCT } from '../../../sync/text/product.ts'
import type { AccountMailKind } from '../enqueue.ts'
import type { Words } from './mail-layout.ts'

const WRITE = 'If you think this is a mistake, write to us: a person reads it.'
const WENT_BACK =
  'Questions that were open went back to their fans, except where the video of your answer had fully arrived. That answer is still delivered and charged.'

/** The mails about warning cards to an athlete (S2-9.17, D52); the reason is quoted below. */
export const WARNING_CARD_MAILS = {
  'card-yellow': {
    subject: 'A warning: yellow card',
    paragraphs: [
      `Our team has given you a yellow card. It is a warning: your profile, your questions and your earnings stay as they are. The next one may be red, and a red card takes your profile out of ${PRODUCT.name}.`,
      WRITE,
    ],
    action: { label: 'Write to us', path: '/contact' },
  },
  'card-red': {
    subject: 'Red card: your profile is taken out',
    paragraphs: [
      'Our team has given you a red card. Your profile is no longer listed and takes no questions.',
      WENT_BACK,
      'What you have earned stays yours, and you can still sign in.',
      WRITE,
    ],
    action: { label: 'Write to us', path: '/contact' },
  },
  'card-termination': {
    subject: 'Your account is closed',
    paragraphs: [
      `Our team has closed your account at ${PRODUCT.name}. You are signed out everywhere.`,
      WENT_BACK,
      'What you have earned is still paid out to you, and you can still ask for your data.',
      WRITE,
    ],
    action: { label: 'Write to us', path: '/contact' },
  },
} satisfies Partial<Record<AccountMailKind, Words>>

/** Returns whether a mail is about a warning card. */
export function isWarningCardMail(kind: AccountMailKind): kind is keyof typeof WARNING_CARD_MAILS {
  return kind in WARNING_CARD_MAILS
}
