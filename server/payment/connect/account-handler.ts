import type { Operation, OperationHandler } from '../operation/operation-handler.ts'
import { enqueueOperation } from '../operation/operations.ts'
import type { Account } from '../stripe/accounts.ts'
import type { Payments } from '../stripe.ts'
import { lockAccount } from './store.ts'

/** Returns the handler that makes an athlete's account at the provider, exactly once however often it runs. */
export function accountHandler(
  payments: Payments,
  operation: Operation<'account'>,
): OperationHandler<Account> {
  const { id, subjectId: payoutAccountId, params, key, createdAt: from, triedAt: until } = operation
  return {
    call: () => payments.createAccount({ payoutAccountId, countryCode: params.countryCode }, key),
    readBack: () => payments.findAccount({ payoutAccountId, from, until }),
    judge: (account) => (account ? 'done' : 'absent'),
    lock: async ({ tx }) => void (await lockAccount(tx, payoutAccountId)),
    settle: async ({ tx }, _, account) =>
      void (await tx`
        update payout_account set account_id = ${account.id}, updated_at = app_now()
        where id = ${payoutAccountId} and account_id is null`),
    async renew(work) {
      const renewedId = await enqueueOperation(work, { subjectId: payoutAccountId, kind: 'account', params })
      // a remembered refusal takes a new key, and the desk must not lose sight of what Stripe said
      await work.tx`
        update money_operation renewed set tries = before.tries, error = before.error from money_operation before
        where renewed.id = ${renewedId} and before.id = ${id}`
    },
    // anything but the country is about our own account there, which people can put right
    isFinal: ({ code, param }) => code === 'country_unsupported' || param === 'country',
    // the provider opens no accounts in this country (D37)
    refuse: async ({ tx }) =>
      void (await tx`
        update payout_account set state = 'refused', updated_at = app_now() where id = ${payoutAccountId}`),
  }
}
