import type { MailKind } from '../enqueue.ts'
import type { MailFacts } from '../mail-facts.ts'
import { spokenTime } from '../spoken-time.ts'
import type { Words } from './mail-layout.ts'

/** The mails to the team about its queue. */
export const DESK_TEMPLATES = {
  'desk-first': (f) => ({
    subject: 'A request waits to be screened',
    paragraphs: [
      `“${f.subject}” for ${f.athlete.name} waits on the desk. There may be others: the desk sorts them by what is most urgent.`,
    ],
    facts: [['Screened by', spokenTime(f.screeningEndsAt, f.zone)]],
    action: { label: 'Open the desk', path: '/admin' },
  }),
  'desk-ending': (f) => ({
    subject: 'A request runs out of time',
    paragraphs: [
      `Nobody has screened “${f.subject}” for ${f.athlete.name} yet. When its time is over, it goes back to its fan automatically. There may be others: the desk sorts them by what is most urgent.`,
    ],
    facts: [['Screened by', spokenTime(f.screeningEndsAt, f.zone)]],
    action: { label: 'Open the desk', path: '/admin' },
  }),
  'conversion-failed': (f) => ({
    subject: 'A video could not be converted',
    paragraphs:
      f.data.of === 'question' || f.data.of === 'reply'
        ? [
            `${f.asker.firstName}’s video ${f.data.of === 'reply' ? 'reply in' : 'for'} “${f.subject}” to ${f.athlete.name} does not play in every browser, and no other version of it could be made.`,
            'It is shown as it came: whoever cannot play it, you or the athlete, can download the file.',
          ]
        : [
            `${f.athlete.name}’s video about “${f.subject}” does not play in every browser, and no other version of it could be made.`,
            'It was delivered as it came: whoever cannot play it can download the file. Ask the fan whether they could see it.',
          ],
    action: {
      label: 'Open the request',
      path: f.questionId ? `/admin?tab=requests&id=${f.questionId}` : '/admin',
    },
  }),
} satisfies Partial<Record<MailKind, (facts: MailFacts) => Words>>

/** The mail about a disk that is nearly full. */
export const STORAGE_LOW: Words = {
  subject: 'The storage for videos is nearly full',
  paragraphs: [
    'Less than a tenth of the disk is free. Fans cannot send videos until there is space again; athletes can still send answers for a while.',
    'Make room, or give the server a larger disk. The System page shows how much is left.',
  ],
  action: { label: 'Open the System page', path: '/admin?tab=system' },
}
