import { createHash } from 'node:crypto'
import type { Context } from '../../context.ts'
import { escapeHtml } from '../../escape-html.ts'
import { readText } from '../../http/body.ts'
import { answerRefusal } from '../../http/refusal-response.ts'
import type { RouteGroup } from '../../http/routes-of.ts'
import { STYLE } from '../../notify/mailbox-page.ts'
import { outsideAct } from '../stand-in/outside.ts'
import type { StandIn } from '../stand-in/stand-in.ts'
import { StripeRefusal } from '../stand-in/wire.ts'

const FORM = { maxBytes: 2_000, withinMs: 10_000 }
const CARDS = `main{max-width:1100px}h2{margin:32px 0 8px;text-transform:capitalize}ul{list-style:none;margin:0;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,300px),1fr));gap:12px}li{display:grid;gap:8px;align-content:start;padding:14px;border:1px solid light-dark(#d8d2c4,#2c4038);border-radius:8px;overflow-wrap:anywhere}li p{margin:0;display:flex;justify-content:space-between;gap:12px;font-weight:600}li p span+span{white-space:nowrap}.acts,form{display:flex;flex-wrap:wrap;gap:8px}button,input{font:inherit;min-height:44px;box-sizing:border-box;padding:2px 14px;border:1px solid;border-radius:4px;background:none;color:inherit}button{cursor:pointer}input{width:6em}`
const PAGE_STYLE = STYLE + CARDS

/**
 * Serves /dev/stripe while payments go through the stand-in: lists its objects, and offers what a bank or the
 * provider could do to them. Never with a real key, and never in production.
 */
export function standInPage({ app, context }: RouteGroup, standIn: StandIn): void {
  const hash = createHash('sha256').update(PAGE_STYLE).digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; frame-ancestors 'none'`
  app.get('/dev/stripe', async (c) => {
    c.header('content-security-policy', policy)
    return c.html(await pageOf(context, c.req.query('said') ?? ''))
  })
  app.post('/dev/stripe', async (c) => {
    const body = await readText(c, FORM)
    if (!body.ok) return answerRefusal(c, body.refusal)
    const act = outsideAct.safeParse(fieldsOf(body.value))
    if (!act.success) return answerRefusal(c, { code: 'bad-shape' })
    const said = await standIn.outside(act.data).then(
      ({ id }) => `Done${id ? `: ${id}` : ''}.`,
      (error: unknown) => {
        if (!(error instanceof StripeRefusal)) throw error
        return error.message
      },
    )
    return c.redirect(`/dev/stripe?said=${encodeURIComponent(said)}`, 303)
  })
}

/** Turns a form's fields into values, because a form sends every value as text. */
function fieldsOf(body: string): Record<string, string | number> {
  return Object.fromEntries(
    [...new URLSearchParams(body)]
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [
        name,
        /^(amountCents|feeCents|delaySeconds|duplicates)$/.test(name) ? Number(value) : value,
      ]),
  )
}

type Kept = { id: string; object: string; body: Record<string, unknown>; taken: boolean | null }

/** The actions for each kind of object; other kinds are listed without any. */
const ACTS: Record<string, (kept: Kept) => string> = {
  payment_intent: ({ id, body }) =>
    body.status === 'requires_capture' ? button('Let the hold expire', { act: 'expire', intentId: id }) : '',
  charge: ({ id, body }) =>
    body.captured
      ? `${button('Dispute', { act: 'dispute', chargeId: id })} ${button('Refund', { act: 'refund', chargeId: id }, 'amountCents')}`
      : '',
  refund: ({ id, body }) =>
    [
      body.status === 'pending'
        ? button('It arrives', { act: 'settle-refund', refundId: id, status: 'succeeded' })
        : '',
      body.status === 'failed'
        ? ''
        : button('It comes back', { act: 'settle-refund', refundId: id, status: 'failed' }),
    ].join(' '),
  transfer: ({ id, body }) =>
    body.reversed ? '' : button('Take back', { act: 'reverse', transferId: id }, 'amountCents'),
  dispute: ({ id, body }) => {
    const of = (said: string, act: string) => button(said, { act, disputeId: id })
    const decide = (said: string, status: string) => button(said, { act: 'decide', disputeId: id, status })
    const status = String(body.status)
    const isInquiry = status.startsWith('warning_')
    return [
      status.endsWith('needs_response') ? of('Send evidence', 'answer') : '',
      isInquiry && status !== 'warning_closed' ? of('Becomes a dispute', 'escalate') : '',
      isInquiry || status === 'won' ? '' : decide('Win', 'won'),
      isInquiry || status === 'won' || status === 'lost' ? '' : decide('Lose', 'lost'),
      status === 'lost' ? of('Appeal', 'appeal') : '',
    ].join(' ')
  },
}

async function pageOf({ sql }: Context, said: string): Promise<string> {
  const kept = await sql<Kept[]>`
    select o.id, o.object, o.body, d.delivered_at is not null as taken from (
      select *, row_number() over (partition by object order by seq desc) as place from stand_in.object
      where object not in ('payment_method', 'balance_transaction')) o
    left join stand_in.delivery d on d.event_id = o.id where o.place <= 50 order by o.object = 'event', o.object, o.seq desc`
  const kinds = [...new Set(kept.map(({ object }) => object))]
  const lists = kinds.map((kind) =>
    listOf(
      kind,
      kept.filter(({ object }) => object === kind),
    ),
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Payment stand-in</title><style>${PAGE_STYLE}</style></head><body><main><h1>Payment stand-in</h1>
<p>No real money moves. Test cards: 4242 4242 4242 4242 pays; …0002 is declined; 4000 0025 0000 3155 asks the bank; …0341 fails at the capture; …7726 takes an hour for a refund; …5126 sends it back.</p>
${said ? `<p role="status"><strong>${escapeHtml(said)}</strong></p>` : ''}
<div class="acts">${button('Decline the next card', { act: 'decline-next' })}
${button('Top up from the bank', { act: 'top-up' }, 'amountCents')}
${button('Pay out to the bank', { act: 'bank-payout' }, 'amountCents')}
${button('Charge a fee', { act: 'charge-fee' }, 'amountCents')}
${button('Webhooks on time, once', { act: 'webhooks', delaySeconds: '0', duplicates: '0' })}
${button('Webhooks a minute late, three times', { act: 'webhooks', delaySeconds: '60', duplicates: '2' })}</div>
${lists.join('') || '<p class="empty">Nothing was paid yet. Ask something, and it appears here.</p>'}</main></body></html>`
}

function listOf(kind: string, rows: readonly Kept[]): string {
  const lines = rows.map((kept) => {
    const { id, body, taken } = kept
    const { status, type, amount, created, charge, payment_intent: intent } = body
    const what = String(status ?? type ?? kind).replaceAll('_', ' ')
    const state = kind === 'event' ? `${what}: ${taken ? 'taken' : 'not taken yet'}` : what
    const of = charge ?? intent
    const name = typeof of === 'string' ? `${id} of ${of}` : id
    const cents = typeof amount === 'number' ? `$${(amount / 100).toFixed(2)}` : ''
    const at =
      typeof created === 'number' ? new Date(created * 1000).toISOString().slice(0, 19).replace('T', ' ') : ''
    const acts = ACTS[kind]?.(kept) ?? ''
    return `<li><p><span>${escapeHtml(state)}</span><span>${cents}</span></p><small>${escapeHtml(name)}${at && ` · ${at} UTC`}</small>${acts && `<div class="acts">${acts}</div>`}</li>`
  })
  return `<section><h2>${escapeHtml(kind.replaceAll('_', ' '))}s</h2><ul>${lines.join('')}</ul></section>`
}

function button(label: string, fields: Record<string, string>, typed?: string): string {
  const hidden = Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('')
  const input = typed
    ? `<input name="${typed}" inputmode="numeric" placeholder="cents" aria-label="Cents">`
    : ''
  return `<form method="post" action="/dev/stripe">${hidden}${input}<button>${label}</button></form>`
}
