import { createTransport } from 'nodemailer'
import type { Sql } from '../db/sql.ts'
import { isLoopback } from '../loopback.ts'
import { BROUGHT } from './mail-templates/mail-layout.ts'

/** A mail ready to leave: rendered from stored records the moment before. */
export type RenderedMail = {
  /** The row's id; also the Message-ID, so that a mail sent twice is seen once. */
  id: string
  recipient: { name: string; address: string }
  subject: string
  text: string
  html: string
  /** A JPEG that the HTML shows by its name `BROUGHT`. */
  picture?: Buffer | null
}

/** Where mails go. */
export type MailTransport = { send(mail: RenderedMail): Promise<void>; close(): void }

/**
 * Real mail over SMTP. Mails carry tokens, so beyond this machine they go over TLS or not at all, unless `isOwnMachine`
 * says otherwise.
 */
export function smtpTransport(
  smtpUrl: string,
  from: string,
  isOwnMachine: (host: string) => boolean = isLoopback,
): MailTransport {
  const host = new URL(smtpUrl).hostname
  const transport = createTransport({ url: smtpUrl, requireTLS: !isOwnMachine(host) }, { from })
  return {
    async send({ id, recipient, subject, text, html, picture }) {
      const attachments = picture
        ? [{ cid: BROUGHT, content: picture, contentType: 'image/jpeg', filename: 'answer.jpg' }]
        : []
      await transport.sendMail({
        to: recipient,
        subject,
        text,
        html,
        attachments,
        messageId: `<${id}@${host}>`,
      })
    },
    close: () => transport.close(),
  }
}

/** Nothing leaves the machine: mails are kept for the mailbox page. */
export function mailboxTransport(sql: Sql): MailTransport {
  return {
    async send({ id, recipient, subject, text, html, picture }) {
      const shown = html.replace(`cid:${BROUGHT}`, `data:image/jpeg;base64,${picture?.toString('base64')}`)
      await sql`
        insert into mailbox (id, recipient, subject, text, html) values (${id}, ${recipient.address}, ${subject}, ${text}, ${shown})
        on conflict (id) do nothing`
    },
    close: () => {},
  }
}
