import type { Context } from '../../context.ts'
import { createLog } from '../../log.ts'
import type { MailTransport } from '../../notify/mail-transport.ts'
import type { PushPayload } from '../../notify/push-sender.ts'
import { type Exit, roleOfAddress } from '../fields/canaries.ts'

/** Everything that leaves the server other than as an answer: mails, pushes and the log. */
export type Taps = {
  exits: Exit[]
  /** While true, the mail server rejects every recipient by name, as real ones do. */
  mailIsDown: boolean
  log: Context['log']
  parts: Partial<Context>
}

export function openTaps(): Taps {
  const exits: Exit[] = []
  const write = (text: string) => void exits.push({ ear: 'log', where: 'the log', text })
  const taps: Taps = {
    exits,
    mailIsDown: false,
    log: createLog('info', { to: { write } }),
    parts: {
      push: { publicKey: 'vapid', send: async (target, payload) => sendPush(exits, target, payload) },
    },
  }
  taps.parts.mail = tappedMail(taps)
  return taps
}

function tappedMail(taps: Taps): MailTransport {
  return {
    async send({ recipient, subject, text, html }) {
      const { name, address } = recipient
      if (taps.mailIsDown)
        throw new Error(`Can't send mail: 550 5.1.1 <${address}> (${name}) rejected: ${subject}`)
      const ear = roleOfAddress(address) ?? address
      taps.exits.push({ ear, where: `a mail to ${ear}`, text: [name, subject, text, html].join('\n') })
    },
    close: () => {},
  }
}

/** Records a push for the ear `lock screen`: anyone may read one there, so a push must say nothing private. */
async function sendPush(exits: Exit[], _target: object, payload: PushPayload): Promise<'sent'> {
  exits.push({ ear: 'lock screen', where: 'a push', text: JSON.stringify(payload) })
  return 'sent'
}

/** Reads a stream until it closes. */
export async function tapStream(answer: Response, heard: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  for await (const chunk of answer.body ?? []) heard(decoder.decode(chunk, { stream: true }))
}
