import type { Mistakes } from './mistake.ts'

/** Mistakes in what is held, captured, booked, refunded and paid out. */
export const OF_MONEY = {
  'capture-before-verified': [
    {
      file: 'server/answer/complete-answer.ts',
      find: "if (media?.state === 'stored') {",
      replace: 'if (true) {',
    },
  ],
  'earned-before-capture': [
    {
      file: 'server/payment/capture.ts',
      find: "import { enqueueOperation } from './operation/operations.ts'",
      replace: `import { tipCreditCents } from '../../sync/money.ts'
import { recordCapture } from './ledger.ts'
import { enqueueOperation } from './operation/operations.ts'`,
    },
    {
      file: 'server/payment/capture.ts',
      find: 'select from answer',
      replace: 'select athlete_id as "athleteId" from answer',
    },
    {
      file: 'server/payment/capture.ts',
      find: "await moveHold(work, hold, { to: 'capturing' })",
      replace: `await moveHold(work, hold, { to: 'capturing' })
  await recordCapture(work, {
    questionId: hold.askId,
    athleteId: answer.athleteId,
    amountCents,
    chargeId: hold.chargeId ?? '',
    feeCents: amountCents - tipCreditCents(amountCents),
  })`,
    },
  ],
  'random-key': [
    {
      file: 'server/payment/hold-handler.ts',
      find: 'const { kind, params, subjectId: holdId, key } = operation',
      replace: `const { kind, params, subjectId: holdId } = operation
  const key = crypto.randomUUID()`,
    },
  ],
  'hopeful-release': [
    { file: 'server/payment/release.ts', find: 'if (!paymentIntentId) {', replace: 'if (true) {' },
  ],
  'trusted-webhook': [
    {
      file: 'server/payment/webhook.ts',
      find: 'if (hold) await refreshHold(context, hold.id)',
      replace: `if (hold?.state === 'pending')
    await context.sql\`update hold set state = 'held' where id = \${hold.id}\`
  if (hold) await refreshHold(context, hold.id)`,
    },
  ],
  'event-order': [
    {
      file: 'server/payment/webhook.ts',
      find: 'await transact(\n    context,\n    ({ tx }) => tx`update stripe_event set handled_at',
      replace: `if (hold && /^charge\\.dispute\\.(created|funds_withdrawn)$/.test(event.type))
    await context.sql\`update dispute set state = 'needs-response' where question_id = \${hold.askId}\`
  await transact(
    context,
    ({ tx }) => tx\`update stripe_event set handled_at`,
    },
  ],
  'rounded-down': [
    {
      file: 'server/payment/ledger.ts',
      find: 'cents: -athleteShareCents(amountCents)',
      replace: 'cents: -Math.floor(amountCents * 0.8)',
    },
    {
      file: 'server/payment/ledger.ts',
      find: 'cents: -platformShareCents(amountCents)',
      replace: 'cents: Math.floor(amountCents * 0.8) - amountCents',
    },
  ],
  'tip-of-80': [
    {
      file: 'server/payment/ledger.ts',
      find: 'const creditCents = tipCreditCents(amountCents)',
      replace: 'const creditCents = athleteShareCents(amountCents)',
    },
  ],
  'refund-without-readback': [
    {
      file: 'server/payment/refunds-and-disputes/refund-handler.ts',
      find: 'found.value.find(({ metadata }) => metadata.refundId === refundId) ?? null',
      replace: 'null',
    },
  ],
  'random-transfer-key': [
    {
      file: 'server/payment/payout/transfer-handler.ts',
      find: 'payments.createTransfer(order, key)',
      replace: 'payments.createTransfer(order, crypto.randomUUID())',
    },
  ],
  'payout-without-unique': [
    {
      file: 'server/payment/payout/order-payouts.ts',
      find: 'payoutCents(period.kind, await balanceOf(tx, period, personId))',
      replace: `await balanceOf(tx, period, personId).then(({ atEnd }) =>
    payoutCents(period.kind, { atEnd, fallen: 0, now: atEnd }))`,
    },
    {
      file: 'server/payment/payout/order-payouts.ts',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what stands in that file
      find: ' having -sum(amount_cents) > ${least}',
      replace: '',
    },
    {
      file: 'server/payment/payout/order-payouts.ts',
      find: 'name: period.name, amountCents',
      replace: `name: \`\${period.name} \${work.context.random.id()}\`, amountCents`,
    },
  ],
  'disputed-paid': [
    {
      file: 'server/payment/payout/reserve.ts',
      find: 'cents: takenBackCents(of, leftCents, cents) })',
      replace: 'cents: Math.min(0, takenBackCents(of, leftCents, cents)) })',
    },
  ],
  'paid-though-gone': [
    {
      file: 'server/payment/payout/clawback.ts',
      find: '  await deductFromOpen(work, personId)',
      replace: '',
    },
  ],
  'hold-forgotten': [
    {
      file: 'server/payment/payout/hold-payouts.ts',
      find: 'return rows.length > 0',
      replace: 'return rows.length > 9',
    },
  ],
  'cancelled-unbooked': [
    {
      file: 'server/payment/payout/cancel-payout.ts',
      find: '  await recordCancelled(work, { payoutId, athleteId: personId, amountCents })',
      replace: '  void recordCancelled',
    },
  ],
  'free-twice': [
    {
      file: 'server/question/ask-question.ts',
      find: 'ask.amountCents >= price) return false',
      replace: 'ask.amountCents >= price || true) return false',
    },
  ],
} as const satisfies Mistakes
