import type Stripe from 'stripe'
import { ACCOUNT_TIMEOUT_MS, type Answer, answer, answerOrNull, createdWithin } from './answer.ts'

/** The fields of a connected account that we read. */
export type Account = {
  id: string
  /** The id of our row that it was made for. */
  payoutAccountId: string | null
  /** Whether the athlete gave the provider everything it asked for. */
  isSubmitted: boolean
  /** Whether money can be sent to it. */
  mayReceive: boolean
}

type AccountOrder = { payoutAccountId: string; countryCode: string }

/** The calls about connected accounts. */
export type AccountCalls = {
  createAccount(order: AccountOrder, key: string): Promise<Answer<Account>>
  /** Returns the account; null when there is none, or when we may no longer see it. */
  retrieveAccount(id: string): Promise<Answer<Account | null>>
  findAccount(search: { payoutAccountId: string; from: Date; until: Date }): Promise<Answer<Account | null>>
  /** Returns the URL where the owner continues the set-up; it works once and for a few minutes. */
  createAccountLink(id: string, urls: { refreshUrl: string; returnUrl: string }): Promise<Answer<string>>
}

export function accountCalls(stripe: Stripe): AccountCalls {
  const { accounts, accountLinks } = stripe
  return {
    createAccount: (order, key) =>
      answer(async () => {
        const patient = { idempotencyKey: key, timeout: ACCOUNT_TIMEOUT_MS }
        return accountOf(await accounts.create(paramsOf(order), patient))
      }),
    async retrieveAccount(id) {
      const found = await answerOrNull(async () => accountOf(await accounts.retrieve(id)))
      return !found.ok && found.problem.code === 'account_invalid' ? { ok: true, value: null } : found
    },
    findAccount: ({ payoutAccountId, ...span }) =>
      answer(async () => {
        for await (const account of accounts.list({ created: createdWithin(span), limit: 100 }))
          if (account.metadata?.payoutAccountId === payoutAccountId) return accountOf(account)
        return null
      }),
    createAccountLink: (account, { refreshUrl, returnUrl }) =>
      answer(async () => {
        const params = { account, refresh_url: refreshUrl, return_url: returnUrl }
        return (await accountLinks.create({ ...params, type: 'account_onboarding' })).url
      }),
  }
}

/**
 * Returns the parameters of an account that only receives money. It is under Stripe's full agreement in every
 * country, because Stripe pays across a border to no account under the agreement for recipients.
 */
function paramsOf({ payoutAccountId, countryCode }: AccountOrder): Stripe.AccountCreateParams {
  return {
    controller: {
      fees: { payer: 'application' },
      losses: { payments: 'application' },
      stripe_dashboard: { type: 'express' },
    },
    country: countryCode,
    capabilities: { transfers: { requested: true } },
    metadata: { payoutAccountId },
  }
}

function accountOf(account: Stripe.Account): Account {
  return {
    id: account.id,
    payoutAccountId: account.metadata?.payoutAccountId ?? null,
    isSubmitted: account.details_submitted,
    mayReceive: account.capabilities?.transfers === 'active' && account.payouts_enabled,
  }
}
