import { useState } from 'react'
import { CALLS } from '../../../sync/paths.ts'
import type { Statement } from '../../../sync/payment/statement.ts'
import { FileButton } from '../../payment/file-button.tsx'
import { formatMonth } from '../../text/format-figures.ts'
import { SelectField } from '../../ui/form/select-field.tsx'

/** A statement; one that the device kept for an older build lacks the first month. */
type Kept = Pick<Statement, 'lines'> & Partial<Pick<Statement, 'firstMonth'>>

/** Renders the button for a month's statement as a PDF, with a choice of all months from the first booking on. */
export function MonthFile({ statement }: { statement: Kept }) {
  const months = monthsOf(statement)
  const [chosen, choose] = useState(months[0] ?? '')
  return (
    <>
      <SelectField
        label="Month (UTC)"
        value={chosen}
        options={months.map((value) => ({ value, label: formatMonth(value) }))}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      <FileButton path={CALLS.statementFile} body={{ month: chosen }}>
        Statement (PDF)
      </FileButton>
    </>
  )
}

const monthAt = (at: number) => new Date(at).toISOString().slice(0, 7)

/**
 * Returns the months from the newest line or payment back to the first booking, which may be older than the lines
 * shown. A payout is often paid in a later month than the one of its line, and the statement of that month lists it.
 */
function monthsOf({ firstMonth, lines }: Kept): string[] {
  const oldest = lines.at(-1)
  if (!oldest) return []
  const newest = Math.max(...lines.flatMap(({ at, payout }) => [at, payout?.paidAt ?? at]))
  const first = firstMonth ?? monthAt(oldest.at)
  const months: string[] = []
  for (let month = monthAt(newest); month >= first; month = monthAt(Date.parse(`${month}-01`) - 1))
    months.push(month)
  return months
}
