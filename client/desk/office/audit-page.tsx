import type { AuditAnswer, AuditRow } from '../../../sync/desk/lists.ts'
import { CALLS } from '../../../sync/paths.ts'
import { formatDateTime } from '../../text/format.ts'
import { CELL, Rows } from '../panes.tsx'
import { useDeskHints } from '../use-desk-hints.ts'
import { usePages } from '../use-pages.ts'

/** Everything that was done here, by whom; nothing of it can be changed. */
export function AuditPage() {
  const pages = usePages<AuditAnswer, AuditRow>({
    path: CALLS.deskAudit,
    request: { subject: null },
    rowsOf: ({ acts }) => acts,
    cursorOf: ({ id }) => id,
  })
  useDeskHints(() => pages.reload())
  return (
    <div className="lg:min-h-0 lg:overflow-y-auto">
      <Rows
        pages={pages}
        none={{ title: 'Nothing done yet', text: 'Every act of an admin is kept here for good.' }}
      >
        <table className="w-full text-left text-sm">
          <thead className="sticky top-0 z-10 bg-surface shadow-[inset_0_-1px_0_var(--line)]">
            <tr className="label text-muted text-xs">
              {['When', 'Who', 'What', 'About', 'Details'].map((title) => (
                <th key={title} className={CELL}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y">
            {pages.rows.map((row) => (
              <tr key={row.id}>
                <td className={`${CELL} figures whitespace-nowrap`}>{formatDateTime(row.at)}</td>
                <td className={CELL}>{row.admin}</td>
                <td className={`${CELL} label`}>{row.act}</td>
                <td className={`${CELL} figures text-muted [overflow-wrap:anywhere]`}>{row.subject}</td>
                <td className={`${CELL} text-muted [overflow-wrap:anywhere]`}>{inWords(row.detail)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Rows>
    </div>
  )
}

const inWords = (detail: AuditRow['detail']) =>
  Object.entries(detail)
    .map(([key, value]) => `${key} ${value ?? 'none'}`)
    .join(' · ')
