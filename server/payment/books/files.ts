import { Readable } from 'node:stream'
import { TICKET_MS } from '../../../sync/media/ticket.ts'
import { CALLS } from '../../../sync/paths.ts'
import { receiptFileCall, statementFileCall } from '../../../sync/payment/papers.ts'
import { done, type Result } from '../../../sync/result.ts'
import { can } from '../../../sync/roles.ts'
import { PRODUCT } from '../../../sync/text/product.ts'
import type { Context } from '../../context.ts'
import { answering } from '../../http/answering.ts'
import { readJson } from '../../http/body.ts'
import { answerRefusal } from '../../http/refusal-response.ts'
import type { RouteGroup } from '../../http/routes-of.ts'
import { checkTicket, mintTicket } from '../../media/play.ts'
import { creditNotesOf } from './credit-notes.ts'
import { monthCsv } from './month-csv.ts'
import { numberPapers } from './number-papers.ts'
import { monthOf, yearOf } from './period.ts'
import { correctedOf, paidBy, paidByLink, receiptsOf } from './receipts.ts'
import { yearCsv } from './year-csv.ts'

/** The name of a file about money: its kind, and the month, year, athlete or payments that it covers. */
type FileName =
  | { file: 'month-csv' | 'month-pdf' | 'year-csv'; of: string }
  | { file: 'statement'; of: string; personId: string }
  | { file: 'receipt' | 'credit-note'; chargeIds: string[] }

/**
 * Returns the URL of a file. Anybody with the URL can fetch the file for ten minutes, so the caller must check
 * first who may have it.
 */
export async function fileUrl({ secrets, clock }: Context, name: FileName): Promise<{ url: string }> {
  const of = Buffer.from(JSON.stringify(name)).toString('base64url')
  const expiresAt = (await clock.now()).getTime() + TICKET_MS
  const query = new URLSearchParams({ of, t: mintTicket(secrets.fileTicket, { mediaId: of, expiresAt }) })
  return { url: `${CALLS.file}?${query}` }
}

/**
 * Registers the calls for athletes' statements and fans' receipts, and the call that serves every file about money.
 */
export function fileRoutes(group: RouteGroup): void {
  const { app, context, limit } = group
  const asking = limit('money-file', { per: 'caller', max: 60, windowS: 600 })
  app.post(CALLS.statementFile, asking, async (c) => {
    const { caller } = c.var.found
    if (!caller.personId) return answerRefusal(c, { code: 'sign-in-first' })
    if (!can(caller, 'get-paid')) return answerRefusal(c, { code: 'not-allowed' })
    const call = await readJson(c, statementFileCall)
    if (!call.ok) return answerRefusal(c, call.refusal)
    return c.json(
      await fileUrl(context, { file: 'statement', of: call.value.month, personId: caller.personId }),
    )
  })
  const receipt = answering(receiptFileCall, async (args, c) => {
    const paid =
      'token' in args
        ? await paidByLink(context, args.token)
        : await paidBy(context, c.var.found.caller, args.receiptId)
    return paperUrl(context, paid, args.paper ?? 'receipt')
  })
  app.post(CALLS.receiptFile, asking, receipt)
  files(group)
}

async function paperUrl(
  context: Context,
  paid: Result<string[]>,
  file: 'receipt' | 'credit-note',
): Promise<Result<{ url: string }>> {
  const of = paid.ok && file === 'credit-note' ? await correctedOf(context, paid.value) : paid
  return of.ok ? done(await fileUrl(context, { file, chargeIds: of.value })) : of
}

function files({ app, context, limit }: RouteGroup): void {
  app.get(CALLS.file, limit('file', { per: 'address', max: 60, windowS: 600 }), async (c) => {
    const [of, ticket] = [c.req.query('of') ?? '', c.req.query('t') ?? '']
    const now = (await context.clock.now()).getTime()
    const shown = checkTicket(context.secrets.fileTicket, { mediaId: of, ticket }, now)
    if (!shown.ok) return answerRefusal(c, shown.refusal)
    // the ticket proves that this server signed the name
    const name = JSON.parse(Buffer.from(of, 'base64url').toString()) as FileName
    const { title, type, body } = await make(context, name)
    const headers = {
      'content-type': type,
      'content-disposition': `attachment; filename="${PRODUCT.name.toLowerCase()}-${title}"`,
      'cache-control': 'no-store',
    }
    return new Response(body, { headers })
  })
}

type Made = { title: string; type: string; body: ReadableStream | Uint8Array<ArrayBuffer> }

/**
 * Makes the file when it is requested: a table is streamed, a PDF is made whole. The PDF writers are imported on
 * first use.
 */
async function make(context: Context, name: FileName): Promise<Made> {
  switch (name.file) {
    case 'month-csv':
      await numberPapers(context)
      return table(`books-${name.of}.csv`, monthCsv(context.sql, monthOf(name.of)))
    case 'year-csv':
      return table(`athletes-${name.of}.csv`, yearCsv(context.sql, yearOf(name.of)))
    case 'month-pdf': {
      await numberPapers(context)
      const { monthPdf } = await import('./pdf/month-pdf.ts')
      return paper(`books-${name.of}.pdf`, await monthPdf(context, name.of, monthOf(name.of)))
    }
    case 'statement': {
      const { statementPdf } = await import('./pdf/statement-pdf.ts')
      const of = { athleteId: name.personId, name: name.of, period: monthOf(name.of) }
      return paper(`statement-${name.of}.pdf`, await statementPdf(context, of))
    }
    case 'receipt': {
      await numberPapers(context)
      const { receiptPdf } = await import('./pdf/receipt-pdf.ts')
      const receipts = await receiptsOf(context, name.chargeIds)
      const title = `receipt-${receipts.map(({ number }) => number).join('-')}.pdf`
      return paper(title, await receiptPdf(receipts, await context.clock.now()))
    }
    case 'credit-note': {
      await numberPapers(context)
      const { creditNotePdf } = await import('./pdf/credit-note-pdf.ts')
      const receipts = await receiptsOf(context, name.chargeIds)
      const numbers = receipts.flatMap(creditNotesOf).map(({ number }) => number)
      return paper(`credit-note-${numbers.join('-')}.pdf`, await creditNotePdf(receipts))
    }
  }
}

const table = (title: string, lines: AsyncGenerator<string>): Made => ({
  title,
  type: 'text/csv; charset=utf-8',
  body: Readable.toWeb(Readable.from(lines, { objectMode: false })) as ReadableStream,
})

const paper = (title: string, bytes: Buffer): Made => ({
  title,
  type: 'application/pdf',
  body: Uint8Array.from(bytes),
})
