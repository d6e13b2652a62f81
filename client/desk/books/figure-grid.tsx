import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { BooksAnswer, Figure } from '../../../sync/desk/books.ts'
import { formatMoney } from '../../text/format-money.ts'
import { type BooksSearch, searchOf } from './books-search.ts'
import { FIGURE_NAMES } from './figure-words.ts'

type Days = Pick<BooksSearch, 'from' | 'until'>

/** Renders an amount as a link to the ledger entries that it sums up. A server of before does not know each figure. */
export function FigureLink({
  figure,
  cents = 0,
  days,
  athlete = null,
}: {
  figure: Figure
  cents: number | undefined
  days: Days
  athlete?: string | null
}) {
  const amount = formatMoney(cents, 'full')
  return (
    <Link
      to="/admin"
      search={searchOf({ view: 'ledger', figure, athlete, ...days })}
      aria-label={`${FIGURE_NAMES[figure]} ${amount}: its entries`}
      className={`figures underline decoration-transparent decoration-2 underline-offset-4 hover:decoration-signal ${cents === 0 ? 'text-muted' : ''}`}
    >
      {amount}
    </Link>
  )
}

const MOVED = [
  'captured',
  'tips',
  'refunds',
  'disputes',
  'fees',
  'transferred',
  'topUps',
  'bankPayouts',
] as const

/** Renders the figures of a period as three sums that can be checked by eye. Each figure links to its entries. */
export function FigureGrid({ books, days }: { books: BooksAnswer; days: Days }) {
  const { flows, before, after, held } = books
  return (
    <div className="grid gap-4 lg:grid-cols-3">
      <Sum
        title="Balance at the provider"
        start={['Before', before.balance]}
        end={<Line name="After" figure="balance" cents={after.balance} days={days} isEnd />}
      >
        {MOVED.map((figure) => (
          <Line key={figure} figure={figure} cents={flows[figure]} days={days} />
        ))}
      </Sum>
      <Sum
        title="Athletes"
        start={['Owed before', before.owed + before.onItsWay]}
        end={<Plain name="Owed after" cents={after.owed + after.onItsWay} isEnd />}
      >
        <Line figure="earned" cents={flows.earned} days={days} />
        <Line figure="transferred" cents={flows.transferred} days={days} />
        <Line figure="paidByHand" cents={flows.paidByHand} days={days} />
        {flows.writtenOff ? <Line figure="writtenOff" cents={flows.writtenOff} days={days} /> : null}
        <Line name="of it, not ordered yet" figure="owed" cents={after.owed} days={days} isBelow />
        <Line name="of it, ordered" figure="onItsWay" cents={after.onItsWay} days={days} isBelow />
      </Sum>
      <Sum title="Platform" start={null} end={<Plain name="Left" cents={flows.share + flows.fees} isEnd />}>
        <Line figure="share" cents={flows.share} days={days} />
        <Line figure="fees" cents={flows.fees} days={days} />
        <Line figure="refundsByHand" cents={flows.refundsByHand} days={days} isBelow />
        <Line name="In dispute at the end" figure="inDispute" cents={after.inDispute} days={days} isBelow />
        <Plain name={`Held on cards now (${held.count})`} cents={held.cents} isBelow />
      </Sum>
    </div>
  )
}

type SumProps = {
  title: string
  start: readonly [string, number] | null
  end: ReactNode
  children: ReactNode
}

function Sum({ title, start, end, children }: SumProps) {
  return (
    <section className="card flex min-w-0 flex-col p-4">
      <h3 className="label mb-2">{title}</h3>
      <dl className="flex flex-1 flex-col gap-1.5 text-sm">
        {start && <Plain name={start[0]} cents={start[1]} />}
        {children}
        {end}
      </dl>
    </section>
  )
}

type RowProps = { name: string; isEnd?: boolean; isBelow?: boolean; children: ReactNode }

/** Renders a line of a sum. A line with `isBelow` is not part of the sum, so it stands below the result. */
function Row({ name, isEnd = false, isBelow = false, children }: RowProps) {
  const look = isEnd ? 'order-2 label border-t pt-2 mt-1' : isBelow ? 'order-3 text-muted' : 'order-1'
  return (
    <div className={`flex items-baseline justify-between gap-4 ${look}`}>
      <dt className={isEnd ? '' : 'text-muted'}>{name}</dt>
      <dd className="figures">{children}</dd>
    </div>
  )
}

type LineProps = {
  figure: Figure
  cents: number
  days: Days
  name?: string
  isEnd?: boolean
  isBelow?: boolean
}

function Line({ figure, cents, days, name = FIGURE_NAMES[figure], ...look }: LineProps) {
  return (
    <Row name={name} {...look}>
      <FigureLink figure={figure} cents={cents} days={days} />
    </Row>
  )
}

function Plain({
  name,
  cents,
  ...look
}: {
  name: string
  cents: number
  isEnd?: boolean
  isBelow?: boolean
}) {
  return (
    <Row name={name} {...look}>
      {formatMoney(cents, 'full')}
    </Row>
  )
}
