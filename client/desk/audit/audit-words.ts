import type { ActKind, ActName, AuditRow } from '../../../sync/desk/audit.ts'
import type { QuestionStatus } from '../../../sync/question/status.ts'
import { type DeskRole, ROLE_NAMES } from '../../../sync/roles.ts'
import { formatMoney } from '../../text/format-money.ts'
import { STATUS_LABELS } from '../desk-words.ts'
import { spokenKind } from '../found/thing-words.ts'

export const KIND_NAMES: Record<ActKind, string> = {
  requests: 'Requests',
  athletes: 'Athletes and pictures',
  money: 'Money',
  codes: 'Codes',
  people: 'Messages and blocks',
  team: 'Team',
  system: 'System',
}

type Detail = AuditRow['detail']

const money = ({ cents }: Detail) => formatMoney(Number(cents), 'full')
const role = (named: Detail[string] | undefined) => ROLE_NAMES[String(named) as DeskRole] ?? String(named)
const status = (named: Detail[string] | undefined) =>
  STATUS_LABELS[String(named) as QuestionStatus] ?? String(named)
const many = (count: number, one: string, more: string) => (count === 1 ? `one ${one}` : `${count} ${more}`)

const REFUND_WHY: Record<string, string> = {
  'not-as-promised': 'not as promised',
  mistake: 'a mistake',
  duplicate: 'paid twice',
  fraud: 'fraud',
  goodwill: 'goodwill',
}
const MONEY_LEFT: Record<string, string> = {
  kept: '; the hold was kept',
  released: '; the hold was released',
  untouched: '; the money was left as it was',
}
const PICTURE_PLACE: Record<string, string> = { profile: 'profile picture' }

/** The sentence of each act, to follow the admin's name; `{}` stands for the thing that the act was about. */
const SENTENCES: Record<ActName, (detail: Detail) => string> = {
  'question.approve': () => 'approved {}',
  'question.reject': () => 'rejected {}',
  'question.undo': ({ decision }) =>
    `took back the ${decision === 'approve' ? 'approval' : 'rejection'} of {}`,
  'question.set-status': ({ from, to, money: left }) =>
    `changed {} from ${status(from)} to ${status(to)}${MONEY_LEFT[String(left)] ?? ''}`,
  'question.note': () => 'wrote a note on {}',
  'answer.transcribe': () => 'changed the captions of the answer to {}',
  'athlete.edit': ({ changed }) =>
    `changed ${String(changed)
      .split(' ')
      .map((field) => EDITED[field] ?? field)
      .join(', ')} of {}`,
  'athlete.card': ({ card, ended }) =>
    `gave {} a ${card === 'termination' ? 'termination' : `${card} card`}${Number(ended) > 0 ? `, which ended ${many(Number(ended), 'open request', 'open requests')}` : ''}`,
  'athlete.restore': () => 'put the listing of {} back',
  'picture.request': ({ place }) => `asked {} for a ${PICTURE_PLACE[String(place)] ?? 'cover picture'}`,
  'picture.withdraw': () => 'no longer asked {} for a picture',
  'picture.approve': () => 'approved a picture of {}',
  'picture.reject': () => 'turned down a picture of {}',
  'payment.refund': ({ reason, of, ...detail }) =>
    `refunded ${money(detail)} of the ${of === 'tip' ? 'tip' : 'payment'} for {} (${REFUND_WHY[String(reason)] ?? reason})`,
  'refund.by-hand': ({ of, ...detail }) =>
    `recorded that ${money(detail)} of the ${of === 'tip' ? 'tip' : 'payment'} for {} was paid back by hand`,
  'payout.begin': (detail) => `began to pay {} ${money(detail)} by hand`,
  'payout.confirm': (detail) => `confirmed that {} was paid ${money(detail)} by hand`,
  'payout.cancel': (detail) => `cancelled the payout of ${money(detail)} to {}`,
  'payout.fail': (detail) => `recorded that {} was not paid ${money(detail)} by hand after all`,
  'payout.return': (detail) => `recorded that ${money(detail)} paid to {} by hand came back`,
  'payouts.hold': () => 'held the payouts of {}',
  'payouts.resume': () => 'resumed the payouts of {}',
  'code.create': ({ off, value }) =>
    `made the code {} (${off === 'percent' ? `${value} %` : formatMoney(Number(value))} off)`,
  'code.end': () => 'ended the code {}',
  'code.restore': () => 'made the code {} valid again',
  'signup-code.change': () => 'changed the sign-up code',
  'block.add': () => 'blocked {}',
  'block.lift': () => 'unblocked {}',
  'sessions.end': ({ ended }) => `signed {} out of ${many(Number(ended), 'session', 'sessions')}`,
  'inbox.update': ({ from, to, notes }) =>
    from === to
      ? 'changed the notes on {}'
      : `changed {} from ${from} to ${to}${notes === 'changed' ? ', and its notes' : ''}`,
  'team.invite': (detail) => `invited {} as ${role(detail.role)}`,
  'team.withdraw': (detail) => `withdrew the invitation of {} as ${role(detail.role)}`,
  'team.accept': (detail) => `joined the team as ${role(detail.role)}`,
  'team.recover': (detail) => `came back to the team as ${role(detail.role)}`,
  'team.set-role': (detail) => `changed the role of {} from ${role(detail.was)} to ${role(detail.role)}`,
  'team.remove': (detail) => `removed {} (${role(detail.role)}) from the team`,
  'trouble.retry': () => 'had {} tried again',
  'trouble.drop': () => 'dropped {}',
  'message.send-again': ({ how }) => (how === 'now' ? 'had {} tried at once' : 'ordered {} again'),
}

const EDITED: Record<string, string> = {
  paused: 'the pause',
  promo: 'the free first question',
  tags: 'the tags',
  tiktokEmbeds: 'the TikTok videos',
}

/**
 * Returns the sentence of an act in two parts, before and after the thing that it was about; the second is null
 * where there is no such thing. An act of a later version appears under its internal name.
 */
export function sentenceOf({
  act,
  detail,
}: Pick<AuditRow, 'act' | 'detail'>): readonly [string, string | null] {
  const sentence =
    (SENTENCES[act] as ((detail: Detail) => string) | undefined)?.(detail) ?? `did ${act} to {}`
  const [before = '', after] = sentence.split('{}')
  return [before, after ?? null]
}

const NOUNS: Record<string, string> = {
  question: 'a request',
  answer: 'a request',
  payment: 'a request',
  athlete: 'an athlete',
  picture: 'an athlete',
  payout: 'an athlete',
  payouts: 'somebody',
  code: 'that is no longer here',
  block: 'an address',
  sessions: 'somebody',
  inbox: 'a message',
  team: 'somebody',
}

/**
 * Returns a noun for the thing that an act was about, if the thing has no name or the reader may not see the name.
 */
export function nounOf({ act, detail }: Pick<AuditRow, 'act' | 'detail'>): string {
  if (act === 'trouble.retry' || act === 'trouble.drop') {
    const of = { job: 'the job', mail: 'the mail', push: 'the push', money: 'the order to Stripe' }[
      String(detail.of)
    ]
    return `${of ?? 'something'} “${detail.of === 'job' ? detail.kind : spokenKind(String(detail.kind))}”`
  }
  if (act === 'message.send-again') return detail.way === 'push' ? 'a push' : 'a mail'
  return NOUNS[act.split('.')[0] ?? ''] ?? 'something'
}
