import type { DeskQuestionAnswer } from '../../../sync/desk/requests.ts'
import type { AskerHistory, SameText } from '../../../sync/desk/screening.ts'
import { formatDate } from '../../text/format-date.ts'
import { STATUS_LABELS, shownAthlete } from '../desk-words.ts'
import { PlaceLink } from '../found/thing-link.tsx'
import { Part } from '../panes.tsx'

const COUNTS = [
  ['approved', 'approved'],
  ['declined', 'rejected by the team'],
  ['refunded', 'refunded'],
  ['disputed', 'disputed'],
] as const satisfies readonly (readonly [keyof AskerHistory, string])[]

/** Renders a summary of the requester's earlier requests, and the other requests with the same text. */
export function AskerPart({ history, sameText }: Pick<DeskQuestionAnswer, 'history' | 'sameText'>) {
  const { isAccount, asked } = history
  const counts = COUNTS.flatMap(([key, words]) => (history[key] > 0 ? [`${history[key]} ${words}`] : []))
  return (
    <Part title="The requester so far">
      <p className="figures">
        {isAccount ? 'An account' : 'A guest’s address'}:{' '}
        {[asked === 1 ? 'this is the first request' : `${asked} requests`, ...counts].join(', ')}.
      </p>
      {sameText && <Same sameText={sameText} />}
    </Part>
  )
}

function Same({ sameText: { count, others } }: { sameText: SameText }) {
  const left = count - 1 - others.length
  return (
    <div className="mt-2 rounded bg-warning-wash px-3 py-2">
      <p className="label text-warning">The same text was asked {count} times in the last 30 days.</p>
      <ul className="mt-1 grid gap-0.5">
        {others.map(({ id, requester, receiver, status, submittedAt }) => (
          <li key={id}>
            <PlaceLink place={{ tab: 'requests', id }}>
              {requester} to {shownAthlete(receiver)}
            </PlaceLink>
            , {formatDate(submittedAt)}: {STATUS_LABELS[status]}
          </li>
        ))}
      </ul>
      {left > 0 && <p className="text-muted">And {left} more, which are older.</p>}
    </div>
  )
}
