import { useDeferredValue, useState } from 'react'
import {
  type Figure,
  FLOWS,
  KIND_NAMES,
  type LedgerAnswer,
  type LedgerRow,
  STANDINGS,
} from '../../../sync/desk/books.ts'
import { DESK_CALLS } from '../../../sync/desk/desk-paths.ts'
import { SEARCH_CHARACTERS } from '../../../sync/desk/search.ts'
import { useOnline } from '../../api/connection.ts'
import { formatDateTime } from '../../text/format.ts'
import { formatCount, formatMoney } from '../../text/format-money.ts'
import { Button } from '../../ui/button.tsx'
import { SelectFilter, TextFilter } from '../filters.tsx'
import { PaymentsPart } from '../money/payments-part.tsx'
import { CELL, Rows } from '../panes.tsx'
import { useMay } from '../use-may.ts'
import { usePages } from '../use-pages.ts'
import type { BooksSearch } from './books-search.ts'
import { ACCOUNT_NAMES, FIGURE_NAMES } from './figure-words.ts'
import { AthleteLink, ProviderLink, QuestionLink } from './money-links.tsx'

type LedgerViewProps = { search: BooksSearch; onChange: (search: Partial<BooksSearch>) => void }

const FIGURES = [
  ['', 'Every entry'],
  ...[...FLOWS, ...STANDINGS].map((figure) => [figure, FIGURE_NAMES[figure]] as const),
] as const
const isStanding = (figure: Figure | null) => (STANDINGS as readonly (Figure | null)[]).includes(figure)

/**
 * Renders the entries of the ledger, newest first, with their count and sum; admins filter them by figure, athlete,
 * question and words. The payments of a single question stand above its entries, because an accountant cannot open
 * requests and makes refunds here.
 */
export function LedgerView({ search, onChange }: LedgerViewProps) {
  const { figure, from, until, athlete, question } = search
  const online = useOnline()
  const mayPayments = useMay('see-payments')
  const [typed, setTyped] = useState('')
  const words = useDeferredValue(typed.trim())
  const pages = usePages<LedgerAnswer, LedgerRow>({
    path: DESK_CALLS.deskLedger,
    // A balance at the end of a day sums up all earlier entries, so it has no first day.
    request: {
      from: isStanding(figure) ? null : from,
      until,
      figure,
      athleteId: athlete,
      questionId: question,
      search: words.slice(0, SEARCH_CHARACTERS) || null,
    },
    rowsOf: ({ rows }) => rows,
    cursorOf: ({ id }) => id,
  })
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <SelectFilter
          label="Figure"
          value={figure ?? ''}
          options={FIGURES}
          onChange={(value) => onChange({ figure: (value || null) as Figure | null })}
        />
        <TextFilter label="Name, subject or id" value={typed} onChange={setTyped} limit={SEARCH_CHARACTERS} />
        {(athlete || question) && (
          <Button
            tone="quiet"
            size="small"
            icon="close"
            onClick={() => onChange({ athlete: null, question: null })}
          >
            {athlete ? 'Of all athletes' : 'Of all questions'}
          </Button>
        )}
      </div>
      {question && mayPayments && (
        <PaymentsPart key={question} questionId={question} online={online} onOrdered={pages.reload} />
      )}
      <p className="figures min-h-5 text-muted text-sm" role="status">
        {pages.ready && pages.answer && said(pages.answer, figure)}
      </p>
      <Rows pages={pages} none={{ title: 'No entries', text: 'Nothing was booked that fits.' }}>
        <LedgerTable rows={pages.rows} hasFigure={figure !== null} />
      </Rows>
    </>
  )
}

function said({ count, sumCents }: LedgerAnswer, figure: Figure | null): string {
  const entries = count === 1 ? '1 entry' : `${formatCount(count)} entries`
  const end = isStanding(figure) ? ', from the beginning' : ''
  return `${entries}${end}, in all ${formatMoney(sumCents, 'full')}${figure ? '' : ' (debits and credits come to zero)'}`
}

const BLOCK = 'max-lg:block max-lg:px-4 max-lg:py-0.5'

/** Renders one line per entry; on a phone, one card. */
function LedgerTable({ rows, hasFigure }: { rows: readonly LedgerRow[]; hasFigure: boolean }) {
  return (
    <table className="w-full text-left text-sm max-lg:block">
      <thead className="max-lg:sr-only">
        <tr className="label text-muted text-xs">
          {['When (UTC)', 'What', 'Fan and athlete', 'Question', 'At the provider'].map((title) => (
            <th key={title} className={CELL}>
              {title}
            </th>
          ))}
          <th className={`${CELL} text-right`}>Amount</th>
        </tr>
      </thead>
      <tbody className="divide-y border-t max-lg:block max-lg:border-t-0">
        {rows.map((row) => (
          <tr key={row.id} className="max-lg:relative max-lg:block max-lg:py-3">
            <td className={`${CELL} ${BLOCK} figures whitespace-nowrap text-muted`}>
              {formatDateTime(row.at, { zone: 'UTC' })}
            </td>
            <td className={`${CELL} ${BLOCK}`}>
              <span className="label block">{KIND_NAMES[row.kind] ?? row.kind}</span>
              {!hasFigure && <span className="text-muted">{ACCOUNT_NAMES[row.account] ?? row.account}</span>}
            </td>
            <td className={`${CELL} ${BLOCK}`}>
              {row.fan && <span className="block [overflow-wrap:anywhere]">{row.fan}</span>}
              {row.athlete && <AthleteLink athlete={row.athlete} />}
            </td>
            <td className={`${CELL} ${BLOCK}`}>
              {row.questionId && <QuestionLink id={row.questionId} subject={row.subject ?? ''} />}
              {row.receipt && <span className="figures block text-muted">Receipt {row.receipt}</span>}
              {row.creditNote && (
                <span className="figures block text-muted">Credit note {row.creditNote}</span>
              )}
            </td>
            <td className={`${CELL} ${BLOCK}`}>
              <ProviderLink id={row.source} />
              {row.chargeId && (
                <span className="block text-muted">
                  of <ProviderLink id={row.chargeId} />
                </span>
              )}
            </td>
            <td
              className={`${CELL} figures label whitespace-nowrap text-right max-lg:absolute max-lg:top-3 max-lg:right-4 max-lg:p-0`}
            >
              {formatMoney(row.cents, 'full')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
