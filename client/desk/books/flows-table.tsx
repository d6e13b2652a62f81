import type { ReactNode } from 'react'
import { type BooksAthlete, FLOWS, type Flow, type Flows } from '../../../sync/desk/books.ts'
import { formatMoney } from '../../text/format-money.ts'
import { CELL } from '../panes.tsx'
import type { BooksSearch } from './books-search.ts'
import { FigureLink } from './figure-grid.tsx'
import { FIGURE_NAMES } from './figure-words.ts'

export type FlowsRow = {
  key: string
  name: ReactNode
  flows: Flows
  days: Pick<BooksSearch, 'from' | 'until'>
  athlete: string | null
  /** What the athlete is owed at the end of the period. */
  owed?: Owed
}

type Owed = Pick<BooksAthlete, 'owedCents' | 'onItsWayCents'>

const SHOWN = FLOWS.filter((flow) => flow !== 'topUps' && flow !== 'bankPayouts')

/** The figures that most periods do not have; their columns are left out of such a period. */
const RARE: readonly Flow[] = ['refundsByHand', 'writtenOff']

/**
 * Renders the figures of each athlete or day as a table. On a phone each row is a card without the zero figures.
 */
export function FlowsTable({ first, rows }: { first: string; rows: readonly FlowsRow[] }) {
  const shown = SHOWN.filter((flow) => !RARE.includes(flow) || rows.some(({ flows }) => flows[flow]))
  const hasOwed = rows.some(({ owed }) => owed !== undefined)
  return (
    <div className="card lg:overflow-x-auto">
      <table className="w-full text-left text-sm max-lg:block">
        <thead className="max-lg:sr-only">
          <tr className="label text-muted text-xs">
            <th className={CELL}>{first}</th>
            {shown.map((flow) => (
              <th key={flow} className={`${CELL} text-right`}>
                {FIGURE_NAMES[flow]}
              </th>
            ))}
            {hasOwed && <th className={`${CELL} text-right`}>Owed at the end</th>}
          </tr>
        </thead>
        <tbody className="divide-y border-t max-lg:block max-lg:border-t-0">
          {rows.map((row) => (
            <tr key={row.key} className="max-lg:block max-lg:py-2">
              <th scope="row" className={`${CELL} label max-lg:block max-lg:px-4`}>
                {row.name}
              </th>
              {shown.map((flow) => (
                <Amount key={flow} title={FIGURE_NAMES[flow]} isNothing={!row.flows[flow]}>
                  <FigureLink figure={flow} cents={row.flows[flow]} days={row.days} athlete={row.athlete} />
                </Amount>
              ))}
              {row.owed && (
                <Amount title="Owed at the end" isNothing={!row.owed.owedCents && !row.owed.onItsWayCents}>
                  <OwedAmount owed={row.owed} days={row.days} athlete={row.athlete} />
                </Amount>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type OwedAmountProps = { owed: Owed } & Pick<FlowsRow, 'days' | 'athlete'>

/** Renders the amount that is owed. Where a payout is ordered, its parts lead to their entries, as no figure is the sum. */
function OwedAmount({ owed: { owedCents, onItsWayCents }, ...of }: OwedAmountProps) {
  if (!onItsWayCents) return <FigureLink figure="owed" cents={owedCents} {...of} />
  return (
    <span className="grid justify-items-end">
      <span className="figures">{formatMoney(owedCents, 'full')}</span>
      <span className="text-muted text-xs">
        not ordered yet <FigureLink figure="owed" cents={owedCents - onItsWayCents} {...of} />
      </span>
      <span className="text-muted text-xs">
        ordered <FigureLink figure="onItsWay" cents={onItsWayCents} {...of} />
      </span>
    </span>
  )
}

function Amount({ title, isNothing, children }: { title: string; isNothing: boolean; children: ReactNode }) {
  return (
    <td
      className={`${CELL} whitespace-nowrap text-right max-lg:flex max-lg:justify-between max-lg:gap-4 max-lg:px-4 max-lg:py-0.5 ${isNothing ? 'max-lg:hidden' : ''}`}
    >
      <span aria-hidden className="text-muted lg:hidden">
        {title}
      </span>
      {children}
    </td>
  )
}
