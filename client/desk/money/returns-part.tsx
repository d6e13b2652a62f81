import type { ReactNode } from 'react'
import type { DeskDebt, DeskDispute, DeskRefund, DeskReturnsAnswer } from '../../../sync/desk/returns.ts'
import { formatDateTime } from '../../text/format.ts'
import { formatDate } from '../../text/format-date.ts'
import { formatMoney } from '../../text/format-money.ts'
import { Badge } from '../../ui/status/badge.tsx'
import { CutLine } from '../../ui/status/cut-line.tsx'
import { AthleteLink, ProviderLink, QuestionLink } from '../books/money-links.tsx'
import { useMay } from '../use-may.ts'
import {
  byHandLine,
  DISPUTE_STATES,
  debtLines,
  PAYMENT_NAMES,
  REASON_LABELS,
  REFUND_STATES,
} from './money-words.ts'
import { ByHandButton } from './refund-by-hand.tsx'

type ReturnsPartProps = Omit<DeskReturnsAnswer, 'check' | 'now'> & { onDone: () => void }

/** Renders the refunds and disputes, and what athletes have owed the platform since then. */
export function ReturnsPart(props: ReturnsPartProps) {
  const { refunds, moreRefunds, disputes, moreDisputes, debts, onDone } = props
  const mayOpen = useMay('see-requests')
  return (
    <>
      <Lines
        title="Disputes"
        none="No payment is disputed."
        rows={disputes}
        line={DisputeLine}
        more={moreDisputes}
      />
      <Lines
        title="Refunds"
        none={`Nothing was refunded. A payment is refunded from ${mayOpen ? 'its request' : 'its question in the ledger'}.`}
        rows={refunds.map((refund) => ({ ...refund, onDone }))}
        line={RefundLine}
        more={moreRefunds}
      />
      <Lines title="Owed by athletes" none="No athlete is below zero." rows={debts} line={DebtLine} />
    </>
  )
}

type LinesProps<Row> = {
  title: string
  none: string
  rows: readonly Row[]
  line: (props: { row: Row }) => ReactNode
  /** Whether the server has older rows. */
  more?: boolean
}

function Lines<Row extends { id: string }>(props: LinesProps<Row>) {
  const { title, none, rows, line: Line, more = false } = props
  return (
    <section className="grid content-start gap-2">
      <h3 className="label">{title}</h3>
      {rows.length === 0 && <p className="text-muted text-sm">{none}</p>}
      {rows.length > 0 && (
        <ul className="card divide-y">
          {rows.map((row) => (
            <Line key={row.id} row={row} />
          ))}
        </ul>
      )}
      <CutLine more={more} shown={`newest ${rows.length}`}>
        An older one is found by its ID, and stands in the ledger once money moved.
      </CutLine>
    </section>
  )
}

type LineProps = {
  subject: ReactNode
  cents: number
  badge: ReactNode
  children: ReactNode
}

function MoneyLine({ subject, cents, badge, children }: LineProps) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-1 px-4 py-3 text-sm">
      <p className="label truncate text-base">{subject}</p>
      <p className="figures label justify-self-end text-base">{formatMoney(cents, 'full')}</p>
      <p className="text-muted">{children}</p>
      <p className="justify-self-end">{badge}</p>
    </li>
  )
}

function DebtLine({ row: debt }: { row: DeskDebt }) {
  const { name, username, email, amountCents, since, refused } = debt
  return (
    <MoneyLine
      subject={username ? `${name} @${username}` : name}
      cents={amountCents}
      badge={<Badge tone={refused.length > 0 ? 'danger' : 'warning'}>Below zero</Badge>}
    >
      Since {formatDate(since)}
      {email && ` · ${email}`}
      {debtLines(debt).map((line) => (
        <span key={line} className="block [overflow-wrap:anywhere]">
          {line}
        </span>
      ))}
    </MoneyLine>
  )
}

type WhoseProps = { row: Pick<DeskRefund, 'fan' | 'athlete' | 'chargeId'>; providerId: string | null }

/** Renders the fan, the athlete, and the provider's ids of the refund or dispute and of its payment. */
function Whose({ row: { fan, athlete, chargeId }, providerId }: WhoseProps) {
  return (
    <span className="block [overflow-wrap:anywhere]">
      {fan ?? 'Deleted'} to <AthleteLink athlete={athlete} />
      {providerId && (
        <>
          {' · '}
          <ProviderLink id={providerId} />
        </>
      )}
      {' of '}
      <ProviderLink id={chargeId} />
    </span>
  )
}

function RefundLine({ row }: { row: DeskRefund & { onDone: () => void } }) {
  const { at, questionId, subject, of, amountCents, state, reason, error, providerId } = row
  // A server of before tells neither.
  const { byHand = null, owedOfCents = null } = row
  const { label, tone } = REFUND_STATES[state]
  return (
    <MoneyLine
      subject={<QuestionLink id={questionId} subject={subject} />}
      cents={amountCents}
      badge={<Badge tone={tone}>{label}</Badge>}
    >
      {PAYMENT_NAMES[of]} · {REASON_LABELS[reason]} · {formatDate(at)}
      {error && ` · the provider said ${error}`}
      {byHand && <span className="block [overflow-wrap:anywhere]">{byHandLine(byHand)}</span>}
      <Whose row={row} providerId={providerId} />
      {owedOfCents !== null && (
        <ByHandButton refund={row} payment={{ of, leftCents: owedOfCents }} onDone={row.onDone} />
      )}
    </MoneyLine>
  )
}

function DisputeLine({ row }: { row: DeskDispute }) {
  const { id, at, questionId, subject, of, amountCents, feeCents, state, reason, dueBy } = row
  const { label, tone } = DISPUTE_STATES[state]
  return (
    <MoneyLine
      subject={<QuestionLink id={questionId} subject={subject} />}
      cents={amountCents}
      badge={<Badge tone={tone}>{label}</Badge>}
    >
      {PAYMENT_NAMES[of]} · “{reason.replaceAll('_', ' ')}” · {formatDate(at)} · fee{' '}
      {formatMoney(feeCents, 'full')}
      {state === 'needs-response' &&
        dueBy !== null &&
        ` · evidence until ${formatDateTime(dueBy)}, at the provider`}
      <Whose row={row} providerId={id} />
    </MoneyLine>
  )
}
