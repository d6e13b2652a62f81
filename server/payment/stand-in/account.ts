import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import type Stripe from 'stripe'
import { answerError, type Call, inSession, listRoute, type Route, type World } from './request.ts'
import {
  type AccountLink,
  emit,
  findObject,
  getObject,
  lockObject,
  putObject,
  type Session,
  saveObject,
} from './store.ts'
import {
  forbidden,
  invalid,
  missing,
  type Params,
  readChoice,
  readMetadata,
  readText,
  StripeRefusal,
} from './wire.ts'

/** The countries that a platform in the United States may send money to. */
export const REGIONS: readonly string[] =
  'AT BE BG CA HR CY CZ DK EE FI FR DE GR HU IE IS IT LV LI LT LU MT NL NO PL PT RO SK SI ES SE CH GB US'.split(
    ' ',
  )
const LINK_LIFE_S = 300

async function createAccount({ session, params }: Call): Promise<Stripe.Account> {
  const country = readText(params, 'country') ?? 'US'
  if (!REGIONS.includes(country))
    throw forbidden(`Country '${country}' is not supported for transfers.`, {
      code: 'country_unsupported',
      param: 'country',
    })
  if (wordIn(params.controller, 'stripe_dashboard', 'type') !== 'express')
    throw invalid('Unknown controller.', { param: 'controller' })
  if (wordIn(params.capabilities, 'transfers', 'requested') !== 'true')
    throw invalid('Request the capability transfers.', { param: 'capabilities' })
  refuseForPlatform(session)
  if (wordIn(params, 'tos_acceptance', 'service_agreement') === 'recipient')
    throw forbidden('Cross-border payouts are not supported under the recipient service agreement.', {
      param: 'tos_acceptance[service_agreement]',
    })
  const account = {
    id: session.newId('acct'),
    object: 'account',
    capabilities: { transfers: 'inactive' },
    charges_enabled: false,
    controller: { type: 'application', is_controller: true, stripe_dashboard: { type: 'express' } },
    country,
    created: session.at,
    default_currency: 'usd',
    details_submitted: false,
    email: null,
    metadata: readMetadata(params),
    payouts_enabled: false,
    type: 'express',
  } satisfies Stripe.Account
  await putObject(session, account)
  return account
}

/** Throws what Stripe says while our own account there is not ready to open accounts that only receive. */
function refuseForPlatform({ platform }: Session): void {
  if (platform === 'without-transfers')
    throw forbidden(
      'Your platform needs approval for accounts to have requested the `transfers` capability without the `card_payments` capability. If you would like to request transfers without card_payments, please contact us via https://support.stripe.com/contact.',
      { param: 'capabilities' },
    )
  if (platform === 'without-profile')
    throw forbidden(
      'Please review the responsibilities of managing losses for connected accounts at https://dashboard.stripe.com/settings/connect/platform-profile.',
    )
}

function wordIn(params: Params | string | undefined, name: string, key: string): unknown {
  const inner = typeof params === 'object' ? params[name] : undefined
  return typeof inner === 'object' ? inner[key] : undefined
}

/** Returns the account. An account that disconnected the platform is refused, as Stripe does. */
async function retrieveAccount({ session, id }: Call): Promise<Stripe.Account> {
  if (await isDisconnected(session, id)) {
    const message = `The provided key does not have access to account '${id}' (or that account does not exist).`
    throw new StripeRefusal(403, { type: 'invalid_request_error', code: 'account_invalid', message }, true)
  }
  return getObject(session, 'account', id)
}

/** Returns whether an account has disconnected the platform. */
export async function isDisconnected({ tx }: Session, id: string): Promise<boolean> {
  const [row] = await tx`select from stand_in.object where id = ${id} and outcome = 'disconnected'`
  return row !== undefined
}

async function createLink({ session, params }: Call): Promise<Stripe.AccountLink> {
  readChoice(params, 'type', ['account_onboarding'])
  const account = await retrieveAccount({ session, params, id: readText(params, 'account') ?? '' })
  const [refreshUrl, returnUrl] = [
    readText(params, 'refresh_url') ?? '',
    readText(params, 'return_url') ?? '',
  ]
  if (!URL.canParse(refreshUrl) || !URL.canParse(returnUrl))
    throw invalid('Not a valid URL', { code: 'url_invalid', param: 'return_url' })
  const id = session.newId('link')
  const expires = session.at + LINK_LIFE_S
  const kept: AccountLink = {
    id,
    object: 'account_link',
    account: account.id,
    refreshUrl,
    returnUrl,
    expires,
    used: false,
  }
  await putObject(session, kept)
  const url = `${new URL(refreshUrl).origin}/dev/stripe/connect/${id}`
  return {
    object: 'account_link',
    created: session.at,
    expires_at: expires,
    url,
  } satisfies Stripe.AccountLink
}

/** The choices on the provider's page: give everything, leave something out, come back later, disconnect. */
const OUTCOMES = ['finish', 'restrict', 'later', 'disconnect'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** Uses a link and returns the URL to go back to. A link that was used or has expired leads to the refresh page. */
async function useLink(session: Session, id: string, outcome: Outcome): Promise<string> {
  const link = await lockObject(session, 'account_link', id)
  if (isSpent(session, link)) return link.refreshUrl
  await saveObject(session, { ...link, used: true } as AccountLink)
  if (outcome === 'disconnect') await disconnect(session, link.account)
  else if (outcome !== 'later') await setUp(session, link.account, outcome === 'finish')
  return link.returnUrl
}

/** Returns the link behind a page, or throws Stripe's 404. */
async function linkOf(session: Session, id: string): Promise<{ refreshUrl: string; isSpent: boolean }> {
  const link = await findObject(session, 'account_link', id)
  if (!link) throw missing('account_link', id)
  return { refreshUrl: link.refreshUrl, isSpent: isSpent(session, link) }
}

const isSpent = (session: Session, { used, expires }: AccountLink) => used || expires <= session.at

async function setUp(session: Session, accountId: string, isWhole: boolean): Promise<void> {
  const account = await lockObject(session, 'account', accountId)
  Object.assign(account, {
    details_submitted: true,
    payouts_enabled: isWhole,
    capabilities: { transfers: isWhole ? 'active' : 'inactive' },
  })
  await saveObject(session, account)
  await emit(session, { type: 'account.updated', object: account, account: accountId })
}

async function disconnect(session: Session, accountId: string): Promise<void> {
  await session.tx`update stand_in.object set outcome = 'disconnected' where id = ${accountId}`
  const application = { id: 'ca_standin', object: 'application' }
  await emit(session, {
    type: 'account.application.deauthorized',
    object: application,
    account: accountId,
  })
}

const ACCOUNT_PARAMS = [
  'capabilities',
  'controller',
  'country',
  'expand',
  'metadata',
  'tos_acceptance',
] as const satisfies (keyof Stripe.AccountCreateParams)[]

const LINK_PARAMS = [
  'account',
  'refresh_url',
  'return_url',
  'type',
] as const satisfies (keyof Stripe.AccountLinkCreateParams)[]

/** The routes for connected accounts and their set-up links. */
export const accountRoutes: Route[] = [
  { method: 'post', path: '/accounts', accepts: ACCOUNT_PARAMS, run: createAccount },
  { method: 'get', path: '/accounts/:id', accepts: ['expand'], run: retrieveAccount },
  listRoute('account', []),
  { method: 'post', path: '/account_links', accepts: LINK_PARAMS, run: createLink },
]

const STYLE =
  ':root{color-scheme:light dark}body{margin:0;font:17px/1.5 system-ui,sans-serif;background:light-dark(#f4f5f7,#14171c);color:light-dark(#1c2027,#f1f3f6)}main{max-width:34rem;margin:0 auto;padding:12vh 20px 48px}h1{font-size:1.75rem;line-height:1.2;margin:0 0 .5rem}p{margin:0 0 2rem}form{display:grid;gap:12px}button{min-height:56px;padding:10px 18px;font:600 1rem/1.3 system-ui,sans-serif;text-align:left;color:inherit;background:light-dark(#fff,#1d2128);border:1px solid light-dark(#8a919e,#6b7280);border-radius:8px;cursor:pointer}button:hover{border-color:currentColor}button:focus-visible{outline:3px solid #4f7cff;outline-offset:2px}small{display:block;font-weight:400;opacity:.85}'
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`

const SAID: Record<Outcome, [title: string, what: string]> = {
  finish: ['Give everything it asks for', 'Money can be sent to the account.'],
  restrict: ['Leave something out', 'The provider wants more before it pays.'],
  later: ['Come back later', 'Nothing changes.'],
  disconnect: ['Take the access away', 'The account is no longer connected.'],
}

const PAGE_PATH = '/:id{link_\\w+}'

/** Serves a replacement for the provider's page on which an athlete gives their name and bank account. */
export function connectPage(world: World): Hono {
  const routes = new Hono()
  routes.get(PAGE_PATH, async (c) => {
    const { isSpent, refreshUrl } = await inSession(world, (session) => linkOf(session, c.req.param('id')))
    if (isSpent) return c.redirect(refreshUrl, 303)
    c.header('content-security-policy', POLICY)
    return c.html(PAGE)
  })
  routes.post(PAGE_PATH, async (c) => {
    const chosen = new URLSearchParams((await c.req.text()).slice(0, 100)).get('outcome')
    const outcome = OUTCOMES.find((each) => each === chosen) ?? 'later'
    return c.redirect(await inSession(world, (session) => useLink(session, c.req.param('id'), outcome)), 303)
  })
  routes.onError((error, c) => answerError(world, error, c))
  return routes
}

const BUTTONS = OUTCOMES.map(
  (outcome) =>
    `<button name="outcome" value="${outcome}">${SAID[outcome][0]}<small>${SAID[outcome][1]}</small></button>`,
).join('')

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Direct deposits</title><style>${STYLE}</style></head><body><main><h1>Set up direct deposits</h1>
<p>This page stands in for the payment provider’s own. No bank account is asked for, and no real money moves.</p>
<form method="post">${BUTTONS}</form></main></body></html>`
