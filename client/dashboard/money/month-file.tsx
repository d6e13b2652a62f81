import { useState } from 'react'
import { CALLS } from '../../../sync/paths.ts'
import type { StatementLine } from '../../../sync/payment/statement.ts'
import { FileButton } from '../../payment/file-button.tsx'
import { formatMonth } from '../../text/format-figures.ts'
import { SelectField } from '../../ui/form/select-field.tsx'

/** Renders the button for a month's statement as a PDF, with a choice of the months in which something was booked. */
export function MonthFile({ lines }: { lines: readonly StatementLine[] }) {
  const months = [...new Set(lines.map(({ at }) => new Date(at).toISOString().slice(0, 7)))]
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
