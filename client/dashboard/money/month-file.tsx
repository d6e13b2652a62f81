import { useState } from 'react'
import { CALLS } from '../../../sync/paths.ts'
import type { StatementLine } from '../../../sync/payment/statement.ts'
import { FileButton } from '../../payment/file-button.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** A month's statement as a document, for each month in which something was booked. */
export function MonthFile({ lines }: { lines: readonly StatementLine[] }) {
  const months = [...new Set(lines.map(({ at }) => new Date(at).toISOString().slice(0, 7)))]
  const [chosen, choose] = useState(months[0] ?? '')
  return (
    <>
      <SelectField
        label="Month (UTC)"
        value={chosen}
        options={months.map((value) => ({ value, label: MONTH.format(Date.parse(`${value}-01T00:00Z`)) }))}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      <FileButton path={CALLS.statementFile} body={{ month: chosen }}>
        Statement (PDF)
      </FileButton>
    </>
  )
}
