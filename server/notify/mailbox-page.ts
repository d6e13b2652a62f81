import type { Sql } from '../db/sql.ts'
import { escapeHtml } from '../escape-html.ts'

const MOST = 200

type Kept = { id: string; recipient: string; subject: string; text: string; html: string; at: Date }

/** Returns the mails kept on this machine, newest first. */
export async function keptMails(sql: Sql): Promise<Kept[]> {
  return sql<
    Kept[]
  >`select id, recipient, subject, text, html, at from mailbox order by at desc, id limit ${MOST}`
}

/**
 * Renders the page at /dev/mail with the mails that would have been sent, with working links. It is served only on
 * loopback.
 */
export function mailboxPage(mails: Kept[]): string {
  const items =
    mails.map(mailItem).join('') || '<p class="empty">No mail yet. Ask something, and it appears here.</p>'
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Mailbox</title><style>${STYLE}</style></head><body><main><h1>Mailbox</h1>
<p>No SMTP server is configured, so nothing leaves this machine. These are the mails as they would arrive${mails.length < MOST ? '' : `, the newest ${MOST}`}.</p>${items}</main></body></html>`
}

/** The page's only style; its hash is in the page's policy. */
export const STYLE = `:root{color-scheme:light dark}body{margin:0;font:16px/1.5 system-ui,sans-serif;background:light-dark(#faf7f0,#10201a);color:light-dark(#10201a,#faf7f0)}main{max-width:840px;margin:0 auto;padding:32px 20px}details{border-top:1px solid light-dark(#d8d2c4,#2c4038);padding:14px 0}summary{cursor:pointer;font-weight:600}small{display:block;font-weight:400;opacity:.75}pre{white-space:pre-wrap;font:inherit;margin:12px 0 0}iframe{display:block;width:100%;height:640px;margin:14px 0 0;border:1px solid light-dark(#d8d2c4,#2c4038)}a{color:inherit}`

function mailItem({ id, recipient, subject, text, at }: Kept): string {
  const linked = escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)
  const title = escapeHtml(subject)
  return `<details id="${id}"><summary>${title}<small>to ${escapeHtml(recipient)} · ${at.toISOString()}</small></summary><iframe loading="lazy" src="/dev/mail/${id}" title="${title}"></iframe><details><summary>Plain text</summary><pre>${linked}</pre></details></details>`
}

/**
 * Returns one mail as a mail program would show it, for a frame of the page: without scripts, with links that open
 * a new tab.
 */
export async function mailPage(sql: Sql, id: string): Promise<string | null> {
  if (!/^[0-9a-f-]{36}$/.test(id)) return null
  const [kept] = await sql<{ html: string }[]>`select html from mailbox where id::text = ${id}`
  return kept?.html.replace('<head>', '<head><base target="_blank">') ?? null
}
