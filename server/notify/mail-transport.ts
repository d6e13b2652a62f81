import { createTransport } from 'nodemailer'
import type { Sql } from '../db/sql.ts'
import { isLoopback } from '../loopback.ts'
import { BROUGHT } from './mail-templates/mail-layout.ts'

/** A mail ready to be sent, just rendered from stored records. */
export type RenderedMail = {
  /** The row's id; also the Message-ID, so that mail programs show a mail sent twice only once. */
  id: string
  recipient: { name: string; address: string }
  subject: string
  text: string
  html: string
  /** A JPEG that the HTML shows under its content id `BROUGHT`. */
  picture?: Buffer | null
}

/** Delivers mails. */
export type MailTransport = { send(mail: RenderedMail): Promise<void>; close(): void }

/**
 * Returns a transport that sends mails over SMTP. Mails contain tokens, so they leave this machine only over TLS,
 * unless `isOwnMachine` says that the host is this machine.
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

/** Returns a transport that keeps mails for the mailbox page, so that nothing leaves the machine. */
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
