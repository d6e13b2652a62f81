import { randomUUID } from 'node:crypto'
import { AMOUNT_CENTS, type Thing } from '../fixtures/thing.ts'
import type { Request } from '../rights/requests.ts'

/** Returns a mark for texts about this question, so that the texts of no two questions are equal. */
export const about = (questionId: string) => questionId.slice(0, 8)

/** A well-formed request for each route of the desk, and for each route of a private link's holder. */
export const DESK_REQUESTS: Record<string, Request> = {
  'POST /api/rate': ({ token }, { role }) => ({
    path: '/api/rate',
    body: {
      token,
      stars: 4,
      responseFeedback: `${role} canary of an answer`,
      infieldFeedback: `${role} canary of a platform`,
    },
  }),
  'POST /api/report': ({ token }, { role }) => ({
    path: '/api/report',
    body: { token, text: `${role} canary of a problem` },
  }),
  'POST /api/clarify': ({ token }, { role }) => ({
    path: '/api/clarify',
    body: { token, text: `${role} canary asked once more` },
  }),
  'POST /api/share': ({ token }, { role }) => ({
    path: '/api/share',
    body: { token, linkId: randomUUID(), name: `${role} canary name of a link` },
  }),
  'POST /api/shares': ({ token }) => ({ path: '/api/shares', body: { token } }),
  'POST /api/unshare': ({ token, questionId: linkId }) => ({ path: '/api/unshare', body: { token, linkId } }),
  'POST /api/desk/questions': ({ questionId: id }) => ({
    path: '/api/desk/questions',
    body: {
      status: 'new',
      creator: null,
      search: null,
      order: 'newest',
      after: { at: 4_102_444_800_000, id },
    },
  }),
  'POST /api/desk/inbox': () => ({
    path: '/api/desk/inbox',
    body: { inbox: 'contact', name: null, status: null, after: null },
  }),
  'POST /api/desk/ratings': () => ({
    path: '/api/desk/ratings',
    body: { athlete: null, stars: null, after: null },
  }),
  'POST /api/desk/audit': () => ({ path: '/api/desk/audit', body: { subject: null, after: null } }),
  'POST /api/desk/find': ({ questionId: q }) => ({ path: '/api/desk/find', body: { q } }),
  'POST /api/desk/messages': ({ questionId: of }) => ({
    path: '/api/desk/messages',
    body: { way: 'mail', state: null, of, after: null },
  }),
  'POST /api/desk/message': ({ videoId: id }) => ({ path: '/api/desk/message', body: { way: 'mail', id } }),
  'POST /api/desk/athletes': () => ({
    path: '/api/desk/athletes',
    body: { q: 'cnr', state: null, after: null },
  }),
  'POST /api/desk/athlete': ({ athleteId: id }) => ({ path: '/api/desk/athlete', body: { id } }),
  'POST /api/desk/blocks': () => ({ path: '/api/desk/blocks', body: {} }),
  'POST /api/desk/creators': () => ({ path: '/api/desk/creators', body: { q: 'cnr' } }),
  'POST /api/desk/codes': () => ({ path: '/api/desk/codes', body: {} }),
  'POST /api/desk/team': () => ({ path: '/api/desk/team', body: {} }),
  'POST /api/desk/payouts': () => ({ path: '/api/desk/payouts', body: {} }),
  'POST /api/desk/system': () => ({ path: '/api/desk/system', body: {} }),
  'POST /api/desk/payments': ({ questionId }) => ({ path: '/api/desk/payments', body: { questionId } }),
  'POST /api/desk/figures': () => ({
    path: '/api/desk/figures',
    body: { from: '2026-01-01', until: '2026-12-31' },
  }),
  'POST /api/desk/books': () => ({
    path: '/api/desk/books',
    body: { from: '2026-01-01', until: '2099-12-31' },
  }),
  'POST /api/desk/ledger': () => ({
    path: '/api/desk/ledger',
    body: {
      from: null,
      until: '2099-12-31',
      figure: null,
      athleteId: null,
      questionId: null,
      search: null,
      after: null,
    },
  }),
  'POST /api/desk/book-file': () => ({
    path: '/api/desk/book-file',
    body: { file: 'month-csv', of: '2026-11' },
  }),
  'POST /api/desk/returns': () => ({ path: '/api/desk/returns', body: {} }),
  'POST /api/desk/question': ({ questionId: id }) => ({ path: '/api/desk/question', body: { id } }),
  'POST /api/new-request': ({ questionId, email }) => ({
    path: '/api/new-request',
    body: {
      message_id: questionId,
      reply_to: email,
      athlete_email: email,
      athlete_firstName: 'x',
      requester_name: 'x',
    },
  }),
  'POST /api/reject-request': ({ questionId, email }) => ({
    path: '/api/reject-request',
    body: {
      message_id: questionId,
      rejection_note: `canary admin note ${about(questionId)}`,
      requester_email: email,
    },
  }),
}

const NO_EDITS = { paused: false, promo: false, tags: [], tiktokEmbeds: [] }

/** Well-formed arguments for each intent of an admin. */
export const DESK_INTENTS = {
  'question.approve': ({ questionId, revision }: Thing) => ({ questionId, revision }),
  'question.reject': ({ questionId, revision }: Thing) => ({
    questionId,
    revision,
    note: `canary admin note ${about(questionId)}`,
  }),
  'question.undo': ({ questionId }: Thing) => ({ questionId }),
  'question.set-status': ({ questionId, revision }: Thing) => ({
    questionId,
    revision,
    status: 'rejected',
    note: `canary admin note ${about(questionId)}`,
  }),
  'sessions.end': ({ email }: Thing) => ({ endingId: randomUUID(), email }),
  'payment.refund': ({ holdId: paymentId }: Thing) => ({
    refundId: randomUUID(),
    paymentId,
    amountCents: 137,
    reason: 'goodwill',
  }),
  'refund.by-hand': ({ requestId: refundId }: Thing) => ({
    refundId,
    reference: 'canary refund reference',
    leftCents: AMOUNT_CENTS,
  }),
  'code.create': () => ({
    codeId: randomUUID(),
    code: `CNR-made-${randomUUID()}`.slice(0, 40),
    label: 'canary label of a code',
    off: 'percent',
    value: 10,
    maxUses: 5,
    maxUsesEach: 1,
    expiresAt: null,
  }),
  'payout.begin': ({ payoutId }: Thing) => ({ payoutId }),
  'payout.confirm': ({ payoutId }: Thing) => ({ payoutId, reference: 'canary payout reference' }),
  'payout.cancel': ({ payoutId }: Thing) => ({ payoutId, reason: 'canary reason of a cancelling' }),
  'payout.fail': ({ payoutId }: Thing) => ({ payoutId, reason: 'canary reason of a failure' }),
  'payout.return': ({ payoutId }: Thing) => ({ payoutId, reason: 'canary reason of a return' }),
  'payouts.hold': ({ athleteId: personId }: Thing) => ({
    holdId: randomUUID(),
    personId,
    reason: 'canary reason of a hold',
  }),
  'question.note': ({ questionId }: Thing) => ({
    noteId: randomUUID(),
    questionId,
    text: `canary note of the team ${about(questionId)}`,
  }),
  'digest.switch': ({ athleteId: personId }: Thing) => ({ personId, isOn: false }),
  'question.take': ({ questionId }: Thing) => ({ questionId, from: null }),
  'question.release': ({ questionId }: Thing) => ({ questionId }),
  'payouts.resume': ({ questionId: holdId }: Thing) => ({ holdId, reason: 'canary reason of a resumption' }),
  'trouble.retry': ({ videoId: troubleId }: Thing) => ({ of: 'mail', troubleId }),
  'trouble.drop': ({ videoId: troubleId }: Thing) => ({
    of: 'mail',
    troubleId,
    reason: 'canary reason of a dropping',
  }),
  'message.send-again': ({ videoId: messageId }: Thing) => ({ way: 'mail', messageId, newId: randomUUID() }),
  'team.invite': () => ({
    inviteId: randomUUID(),
    email: `cnr.invited${randomUUID().slice(0, 8)}@form.test`,
    deskRole: 'support',
  }),
  'team.withdraw': ({ questionId: inviteId }: Thing) => ({ inviteId }),
  'team.set-role': ({ athleteId: personId }: Thing) => ({ personId, deskRole: 'accountant' }),
  'team.remove': ({ athleteId: personId }: Thing) => ({ personId }),
  'code.end': ({ questionId: codeId }: Thing) => ({ codeId }),
  'code.restore': ({ questionId: codeId }: Thing) => ({ codeId }),
  'athlete.edit': ({ athleteId: personId }: Thing) => ({
    personId,
    before: NO_EDITS,
    now: { ...NO_EDITS, promo: false },
  }),
  'athlete.card': ({ athleteId: personId }: Thing) => ({
    cardId: randomUUID(),
    personId,
    card: 'yellow',
    reason: 'canary reason of a card',
  }),
  'athlete.restore': ({ athleteId: personId }: Thing) => ({ personId }),
  'block.add': () => ({
    blockId: randomUUID(),
    email: `cnr.blocked${randomUUID().slice(0, 8)}@form.test`,
    reason: 'canary reason of a block',
  }),
  'block.lift': ({ questionId: blockId }: Thing) => ({ blockId }),
  'inbox.update': ({ questionId: itemId }: Thing) => ({
    inbox: 'contact',
    itemId,
    before: { status: 'New', notes: '' },
    now: { status: 'Completed', notes: 'canary team note' },
  }),
}
