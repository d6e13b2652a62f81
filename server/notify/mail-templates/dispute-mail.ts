import type { MailFacts } from '../mail-facts.ts'
import { spokenTime } from '../spoken-time.ts'
import type { Words } from './mail-layout.ts'
import { type Links, money } from './template.ts'

/** What happened at the bank, by why the team is told of it. Mails ordered by a former build do not say why. */
const SAID = {
  opened: (paid: string) => ({
    subject: 'A payment is disputed',
    first: `A fan disputes a payment of ${paid} at their bank.`,
  }),
  inquiry: (paid: string) => ({
    subject: 'A bank asks about a payment',
    first: `A fan’s bank asks about a payment of ${paid}. It has taken no money so far, and a full refund ends the inquiry.`,
  }),
  taken: (paid: string) => ({
    subject: 'A bank took a disputed payment',
    first: `A fan’s bank has taken ${paid} from us. This is a dispute now, no longer only an inquiry.`,
  }),
  again: (paid: string) => ({
    subject: 'A bank wants evidence again',
    first: `A fan’s bank wants evidence once more about a payment of ${paid}.`,
  }),
}

/** Tells the team of a dispute or an inquiry, and until when evidence is taken. */
export function disputeOpened(f: MailFacts, l: Links): Words {
  const { why, cents, disputeId, dueBy } = f.data
  const said = SAID[why as keyof typeof SAID] ?? SAID.opened
  const { subject, first } = said(`${money(Number(cents))} for “${f.subject}”`)
  return {
    subject,
    paragraphs: [`${first} ${evidenceOf(f)}`],
    ...(disputeId && {
      facts: [
        ['Dispute', disputeId],
        ...(dueBy ? [['Evidence due by', spokenTime(new Date(dueBy), f.zone)] as [string, string]] : []),
      ],
    }),
    action: { label: 'Open the desk', path: `${l.desk}?tab=money` },
  }
}

function evidenceOf({ data: { state, dueBy }, zone }: MailFacts): string {
  if (dueBy) return `Send evidence at the payment provider by ${spokenTime(new Date(dueBy), zone)}.`
  if (state === 'won' || state === 'lost') return `The bank has decided it already: we ${state}.`
  if (state === undefined) return 'The desk shows until when evidence is due.'
  return 'The provider takes no evidence at the moment.'
}
