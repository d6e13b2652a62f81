import { ACCOUNT_COPY } from '../../sync/account/copy.ts'
import { MAILED_LINKS } from '../../sync/account/mailed-link.ts'
import { type DeskRole, ROLE_NAMES } from '../../sync/roles.ts'
import { PRODUCT } from '../../sync/text/product.ts'
import type { Context } from '../context.ts'
import type { AccountMailKind } from './enqueue.ts'
import { linkEndsAt } from './link-over.ts'
import { type Digest, digestWords } from './mail-templates/digest-mail.ts'
import { leavingWords } from './mail-templates/leaving-mail.ts'
import { renderLayout, unlinked, type Words } from './mail-templates/mail-layout.ts'
import { payoutChangeWords, payoutWords } from './mail-templates/payout-mail.ts'
import {
  APP_OFF,
  emailChangeWords,
  isTold,
  newDeviceWords,
  TOLD,
  WANTED,
} from './mail-templates/told-mail.ts'
import { isWarningCardMail, WARNING_CARD_MAILS } from './mail-templates/warning-card-mail.ts'
import type { RenderedMail } from './mail-transport.ts'
import { mailedToken } from './mailed-token.ts'
import { ownAddress, ownAddressRows } from './own-address.ts'
import { spokenTime } from './spoken-time.ts'

/** The facts that a mail about an account may mention. */
export type AccountFacts = {
  id: string
  kind: AccountMailKind
  address: string
  name: string | null
  firstName: string | null
  /** Whether the address that somebody wants to use already has an account. */
  taken: boolean
  /** The team's note on a picture, or the reason for a warning card. */
  note: string | null
  /** The amount paid out, in cents, and whether it was paid by hand. */
  cents: number | null
  isByHand: boolean
  /** Which part of the person's payouts changes, and when the change takes effect; null when nothing changes. */
  changeKind: 'handle' | 'deposits' | null
  changeFrom: Date | null
  /** The address at which the person wants to be reached. */
  wantedEmail: string | null
  /** When everything about a person who leaves is erased; null in other mails. */
  eraseAt: Date | null
  /** The device that signed in, and when the mail was ordered. */
  device: string | null
  orderedAt: Date
  /**
   * The desk role that a person is invited to, and who invited them; both null otherwise, and the second null for a
   * recovery, because nobody invites for it.
   */
  deskRole: DeskRole | null
  invitedBy: string | null
  /** Whether the account still had a passkey when its app was turned off. */
  hasPasskey: boolean
  /** The figures of the week at the desk. */
  digest: Digest | null
  /** The reader's time zone; null when it is unknown. */
  zone: string | null
}

/**
 * Renders a mail about an account, with its token; null when the id is of another mail, or the mail was sent or no
 * longer has anything to say.
 */
export async function renderAccountMail(
  context: Context,
  mailId: string,
  which: 'unsent' | 'any' = 'unsent',
): Promise<RenderedMail | null> {
  const facts = await findFacts(context, mailId, which)
  if (!facts) return null
  const { env, secrets } = context
  const origin = env.publicUrl ?? `http://localhost:${env.port}`
  const words = accountWords(facts, mailedToken(secrets.mailedLink, mailId))
  // a person who signs up has proved nothing yet, so the greeting does not use the name they gave
  const firstName = unlinked(facts.firstName ?? 'there')
  const { text, html } = renderLayout(words, { origin, firstName })
  const recipient = { name: facts.name ?? '', address: facts.address }
  return { id: mailId, recipient, subject: words.subject, text, html }
}

async function findFacts(
  { sql }: Context,
  mailId: string,
  which: 'unsent' | 'any',
): Promise<AccountFacts | null> {
  const [row] = await sql<AccountFacts[]>`
    select m.id, m.kind, coalesce(p.claimed_email, p.email, ${ownAddress(sql)}) as address, p.first_name as "firstName",
      p.first_name || ' ' || p.last_name as name,
      exists (select from auth."user" u where u.email = coalesce(j.email, e.email)) as taken,
      coalesce(r.note, k.reason) as note,
      w.amount_cents as cents, coalesce(w.way = 'manual', false) as "isByHand",
      c.kind as "changeKind", c.from_at as "changeFrom",
      wanted.email as "wantedEmail", m.data ->> 'device' as device, m.data ? 'passkeyLeft' as "hasPasskey", (m.data ->> 'digest')::jsonb as digest, m.created_at as "orderedAt", p.zone,
      t.desk_role as "deskRole", v.erase_at as "eraseAt", inviter.first_name || ' ' || inviter.last_name as "invitedBy"
    from mail m left join person p on p.id = m.person_id
    ${ownAddressRows(sql)}
    left join email_change wanted on wanted.id = (m.data ->> 'emailChangeId')::uuid
    left join picture_request r on r.id = (m.data ->> 'pictureRequestId')::uuid
    left join athlete_card k on k.id = (m.data ->> 'cardId')::uuid
    left join payout w on w.id = (m.data ->> 'payoutId')::uuid
    left join person inviter on inviter.id = t.invited_by
    left join payout_change c on c.id = (m.data ->> 'payoutChangeId')::uuid
    where m.id = ${mailId} ${which === 'unsent' ? sql`and m.sent_at is null` : sql``} and m.question_id is null and m.ask_id is null
      and coalesce(p.email, ${ownAddress(sql)}) is not null`
  return row ?? null
}

const NOT_YOU = 'If this was not you, ignore this mail: nothing happens without the link.'

/**
 * Returns the words of a mail about an account; `token` is that of its link, if it has one. A kind without words
 * does not compile.
 */
export function accountWords(facts: AccountFacts, token: string): Words {
  const { kind, taken, note } = facts
  if ((kind === 'fan-join' || kind === 'email-change-new') && taken) return IN_USE
  if (kind === 'athlete-join' && taken)
    return { ...IN_USE, paragraphs: [ACCOUNT_COPY.emailExists, ...IN_USE.paragraphs.slice(1)] }
  const quote = note ? { by: `The team at ${PRODUCT.name}`, text: unlinked(note) } : null
  if (kind === 'picture-wanted') return { ...WANTED, quote }
  if (isWarningCardMail(kind)) return { ...WARNING_CARD_MAILS[kind], quote }
  if (kind === 'payout-made') return payoutWords(facts)
  if (kind === 'new-device') return newDeviceWords(facts)
  if (kind === 'weekly-digest') return digestWords(facts.digest)
  if (kind === 'second-factor-off' && facts.hasPasskey) return APP_OFF
  if (isTold(kind)) return TOLD[kind]
  const path = `${MAILED_LINKS[kind]}#token=${token}`
  if (kind === 'email-change-old')
    return { ...emailChangeWords(facts.wantedEmail), action: { label: 'Confirm the change', path } }
  if (kind === 'payout-change')
    return { ...payoutChangeWords(facts), action: { label: 'Stop the change', path } }
  if (kind === 'leaving') return { ...leavingWords(facts), action: { label: 'Keep everything', path } }
  const { subject, label, paragraphsOf } = LINKED[kind]
  const until = spokenTime(linkEndsAt(kind, facts.orderedAt), facts.zone)
  const linked = { subject, paragraphs: paragraphsOf(until), action: { label, path } }
  return kind === 'team-invite' ? { ...linked, facts: inviteFacts(facts) } : linked
}

function inviteFacts({ deskRole, invitedBy }: AccountFacts): [string, string][] {
  const by: [string, string][] = invitedBy ? [['Invited by', unlinked(invitedBy)]] : []
  return deskRole ? [...by, ['Your role', ROLE_NAMES[deskRole]]] : by
}

type Linked = {
  subject: string
  label: string
  /** The paragraphs name the moment until which the link works, because a mail may come late. */
  paragraphsOf: (until: string) => string[]
}

const LINKED: Record<
  Exclude<keyof typeof MAILED_LINKS, 'payout-change' | 'email-change-old' | 'leaving'>,
  Linked
> = {
  'password-reset': {
    subject: 'Set a new password',
    paragraphsOf: (until) => [
      `Somebody asked for a new password for your account at ${PRODUCT.name}. The link works once, until ${until}. A new password signs out every device.`,
      NOT_YOU,
    ],
    label: 'Choose a new password',
  },
  'sign-in-link': {
    subject: `Your link to sign in to ${PRODUCT.name}`,
    paragraphsOf: (until) => [
      `The link signs you in only in the browser that opens it. It works once, until ${until}.`,
      NOT_YOU,
    ],
    label: 'Sign in',
  },
  'fan-join': {
    subject: `Activate your account at ${PRODUCT.name}`,
    paragraphsOf: (until) => [
      `Somebody signed up at ${PRODUCT.name} with this address. If it was you, open the link and type the password you chose. It works until ${until}.`,
      NOT_YOU,
    ],
    label: 'Activate your account',
  },
  'athlete-join': {
    subject: `Verify your address for ${PRODUCT.name}`,
    paragraphsOf: (until) => [
      `Somebody signed up as an athlete at ${PRODUCT.name} with this address. If it was you, open the link and type the password you chose: your profile is public from then on. It works until ${until}.`,
      NOT_YOU,
    ],
    label: 'Verify your address',
  },
  'email-change-new': {
    subject: `Confirm your new address for ${PRODUCT.name}`,
    paragraphsOf: (until) => [
      `Somebody wants to use this address for their account at ${PRODUCT.name}. If it was you, open the link and confirm it. We also mailed a link to your current address: the change is made when you have confirmed it in both mails. The link works until ${until}.`,
      NOT_YOU,
    ],
    label: 'Confirm this address',
  },
  'team-invite': {
    subject: `Join the team of ${PRODUCT.name}`,
    paragraphsOf: (until) => [
      `You are invited to the team that runs ${PRODUCT.name}. The link creates your account: a password, and a second factor that an authenticator app shows. It works once, until ${until}, and for this address alone.`,
      'If you did not expect this, ignore this mail: nothing happens without the link.',
    ],
    label: 'Join the team',
  },
  'mine-link': {
    subject: `Your data at ${PRODUCT.name}`,
    paragraphsOf: (until) => [
      `Somebody asked to see what we keep about this address. The link opens it: you can take a copy with you, or have everything deleted. It works until ${until}.`,
      NOT_YOU,
    ],
    label: 'Open my data',
  },
}

/** D112: the screen shows the same to everybody; only the inbox of the address learns that it has an account. */
const IN_USE: Words = {
  subject: `You have an account at ${PRODUCT.name}`,
  paragraphs: [
    ACCOUNT_COPY.emailInUse,
    'If this was not you, there is nothing to do: your account is as it was.',
  ],
  action: { label: 'Sign in', path: '/signin' },
}
