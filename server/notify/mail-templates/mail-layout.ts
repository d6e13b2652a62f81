import { PRODUCT } from '../../../sync/text/product.ts'
import { escapeHtml } from '../../escape-html.ts'

/**
 * The style of a mail beyond its inline styles: for phones, and for dark mode with the app's colours. Mail programs
 * that ignore it show the light version.
 */
const MAIL_STYLE = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  'body{-webkit-text-size-adjust:100%;text-size-adjust:100%}',
  '@media (max-width:480px){.around{padding:0!important}.sheet{border-width:0!important;border-radius:0!important}',
  '.inside{padding-left:20px!important;padding-right:20px!important}.wide{width:100%!important}}',
  '@media (prefers-color-scheme:dark){.page{background:#0c1612!important}',
  '.sheet{background:#13201a!important;border-color:#27382f!important}.wash{background:#0c1612!important}',
  '.ink{color:#f4f0e4!important}.quiet{color:#a5b1a9!important}.rule{border-color:#27382f!important}}',
  '[data-ogsc] .ink{color:#f4f0e4!important}[data-ogsc] .quiet{color:#a5b1a9!important}',
].join('')

/** The content of a mail: a subject, paragraphs, and one action. A subject contains nothing private. */
export type Words = {
  subject: string
  /** The large heading of the mail; without it, the subject. */
  title?: string
  paragraphs: string[]
  /** A text that a person wrote. */
  quote?: { by: string; text: string } | null
  /** Figures and times, one a line: the receipt. */
  facts?: [label: string, value: string][]
  /** A still of what the action opens, attached to the mail. */
  picture?: Buffer | null
  /** Several links, one a line. */
  links?: [label: string, path: string][]
  action: { label: string; path: string } | null
  /** Small print after the action. */
  after?: string[]
}

/** The origin of a mail's links, and the name in its greeting. */
export type Envelope = { origin: string; firstName: string }

/**
 * Renders a mail as plain text and HTML. Every address in it begins with `origin`, the configured one; everything
 * that a person typed is escaped.
 */
export function renderLayout(words: Words, envelope: Envelope): { text: string; html: string } {
  return { text: plainMail(words, envelope), html: richMail(words, envelope) }
}

const SIGNATURE = `${PRODUCT.name}. ${PRODUCT.slogan}`
const WHY = `You get this mail because somebody used your address at ${PRODUCT.name}. We send no advertising.`

function plainMail(words: Words, { origin, firstName }: Envelope): string {
  const { paragraphs, quote, facts = [], links = [], action, after = [] } = words
  const quoted = quote ? [`${oneLine(quote.by)}:\n${linesOf(quote.text).map(marked).join('\n')}`] : []
  const listed = facts.map(([label, value]) => `${label}: ${oneLine(value)}`).join('\n')
  const parts = [
    `Hi ${oneLine(firstName)},`,
    ...paragraphs.map(oneLine),
    ...quoted,
    ...(listed ? [listed] : []),
    ...links.map(([label, path]) => `${oneLine(label)}:\n${origin}${path}`),
    ...(action ? [`${oneLine(action.label)}: ${origin}${action.path}`] : []),
    ...after.map(oneLine),
    `${SIGNATURE}\n${WHY}`,
  ]
  return parts.join('\n\n')
}

const marked = (line: string) => `> ${line}`

function richMail(words: Words, envelope: Envelope): string {
  const { subject, title = subject, paragraphs } = words
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${safe(subject)}</title><style>${MAIL_STYLE}</style></head>
<body class="page" style="margin:0;padding:0;background:#f6f2e8;color:#10201a">
<div style="display:none;max-height:0;overflow:hidden">${safe(paragraphs[0] ?? '')}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f6f2e8"><tr><td class="around" align="center" style="padding:28px 16px">
<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#fffdf7;border:1px solid #d8d1c0;border-radius:6px;border-collapse:separate;overflow:hidden">
${head()}<tr><td class="inside" style="padding:36px 40px 12px;font:16px/1.55 'Helvetica Neue',Helvetica,Arial,sans-serif;overflow-wrap:anywhere;word-break:break-word">
${bodyOf(words, title, envelope)}</td></tr>${foot(envelope)}</table></td></tr></table></body></html>`
}

/**
 * Renders the header: the name on green, with the lanes of a track below it, as plain borders because mail programs
 * block pictures.
 */
function head(): string {
  const lanes = ['#4d6a5c', '#3d5a4c', '#2d4a3c']
    .map(
      (colour) =>
        `<tr><td style="height:5px;line-height:5px;font-size:0;border-bottom:1px solid ${colour}">&nbsp;</td></tr>`,
    )
    .join('')
  return `<tr><td style="background:#122f24;padding:26px 0 14px"><p class="inside" style="margin:0;padding:0 40px 12px;font:800 26px/1 'Arial Narrow','Helvetica Neue',Helvetica,Arial,sans-serif;letter-spacing:.01em;color:#f6f2e8">${PRODUCT.name}<span style="color:#ff6338">.</span></p><table role="presentation" width="100%" cellpadding="0" cellspacing="0">${lanes}</table></td></tr>`
}

function bodyOf(
  { paragraphs, quote, facts, links, picture, action, after = [] }: Words,
  title: string,
  { origin, firstName }: Envelope,
) {
  return [
    `<h1 class="ink" style="margin:0 0 20px;font:800 28px/1.15 'Helvetica Neue',Helvetica,Arial,sans-serif;color:#10201a;text-wrap:balance">${safe(title)}</h1>`,
    ...[`Hi ${firstName},`, ...paragraphs].map(
      (line) => `<p class="ink" style="margin:0 0 16px">${safe(line)}</p>`,
    ),
    quote ? quotation(quote) : '',
    facts?.length ? receipt(facts) : '',
    links?.length ? directory(links, origin) : '',
    picture && action ? poster(`${origin}${action.path}`) : '',
    action ? button(action.label, `${origin}${action.path}`) : '',
    ...after.map(
      (line) => `<p class="quiet" style="margin:0 0 14px;font-size:14px;color:#525e57">${safe(line)}</p>`,
    ),
  ].join('\n')
}

function quotation({ by, text }: { by: string; text: string }): string {
  const words = linesOf(text).map(escapeHtml).join('<br>')
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:4px 0 20px"><tr><td class="wash" style="border-left:4px solid #f34b1f;background:#f6f2e8;padding:14px 18px"><p class="quiet" style="margin:0 0 4px;font-size:13px;color:#525e57">${safe(by)}</p><p class="ink" style="margin:0">${words}</p></td></tr></table>`
}

function receipt(facts: [string, string][]): string {
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td class="quiet rule" style="padding:10px 16px 10px 0;border-top:1px solid #d8d1c0;font-size:14px;color:#525e57;vertical-align:top;white-space:nowrap">${safe(label)}</td><td class="ink rule" align="right" style="padding:10px 0;border-top:1px solid #d8d1c0;font-size:15px;font-weight:600;font-variant-numeric:tabular-nums;vertical-align:top">${safe(value)}</td></tr>`,
  )
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:4px 0 20px;border-collapse:collapse">${rows.join('')}</table>`
}

function directory(links: [string, string][], origin: string): string {
  const rows = links.map(
    ([label, path]) =>
      `<tr><td class="rule" style="padding:12px 0;border-top:1px solid #d8d1c0"><a class="ink" href="${escapeHtml(origin + path)}" style="color:#10201a;font-weight:600">${safe(label)}</a></td></tr>`,
  )
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:4px 0 20px;border-collapse:collapse">${rows.join('')}</table>`
}

/**
 * The content id of the attached still. It is attached because mail programs block remote pictures, and so that
 * nobody learns who opened the mail.
 */
export const BROUGHT = 'poster@mail'

function poster(address: string): string {
  return `<a href="${escapeHtml(address)}"><img src="cid:${BROUGHT}" alt="" width="320" style="display:block;width:320px;max-width:100%;height:auto;margin:4px 0 16px;border:0;border-radius:6px"></a>`
}

function button(label: string, address: string): string {
  const link = escapeHtml(address)
  return `<table role="presentation" class="wide" cellpadding="0" cellspacing="0" style="margin:8px 0 12px"><tr><td align="center" style="border-radius:6px;background:#f34b1f"><a href="${link}" style="display:block;padding:15px 28px;font-weight:700;font-size:16px;line-height:20px;color:#14120c;text-decoration:none">${safe(label)}</a></td></tr></table>
<p class="quiet" style="margin:0 0 20px;font-size:13px;color:#525e57">Does the button do nothing? Open this address:<br><a class="quiet" href="${link}" style="color:#525e57;word-break:break-all">${link}</a></p>`
}

function foot({ origin }: Envelope): string {
  const link = (path: string, label: string) =>
    `<a class="quiet" href="${escapeHtml(origin + path)}" style="color:#525e57">${label}</a>`
  return `<tr><td class="inside rule" style="padding:18px 40px 26px;border-top:1px solid #d8d1c0;font:13px/1.5 'Helvetica Neue',Helvetica,Arial,sans-serif"><p class="quiet" style="margin:0 0 6px;color:#525e57">${SIGNATURE}</p><p class="quiet" style="margin:0;color:#525e57">${WHY} ${link('/privacypolicy', 'Privacy policy')} · ${link('/contact', 'Contact us')}</p></td></tr>`
}

/** Returns a text that anybody may have typed as one line of safe HTML. */
const safe = (text: string) => escapeHtml(oneLine(text))

/** Characters that break a line, change the text's direction, or are invisible. */
const BREAKS = /[\p{Cc}\u2028\u2029]+/gu
const UNSEEN = /[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

/** Returns a text as one line, without hidden characters. */
export function oneLine(text: string): string {
  return text.replace(UNSEEN, '').replace(BREAKS, ' ')
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|[\r\n\u2028\u2029]/).map(oneLine)
}

/**
 * Prevents mail programs from making links of a person's own words: an address in a name leads nowhere, but reads
 * the same.
 */
export function unlinked(text: string): string {
  return text.replace(/:\/\//g, ':\u2060/\u2060/').replace(/(?<=[\p{L}\p{N}])[.@](?=\p{L}{2})/gu, '$&\u2060')
}
