import type { Inbox } from '../../../sync/desk/inbox-update.ts'
import type { DeskRating, InboxItem } from '../../../sync/desk/lists.ts'
import { formatDate } from '../../text/format-date.ts'
import { Badge } from '../../ui/status/badge.tsx'
import { Stars } from '../../ui/status/stars.tsx'
import { shownAthlete } from '../desk-words.ts'
import { type Column, TwoLines } from '../panes.tsx'
import { INBOX_TONES, nameOf, previewOf } from './inbox-words.ts'

const date: Column<InboxItem> = {
  title: 'Date',
  cell: ({ createdAt }) => formatDate(createdAt),
  className: 'figures whitespace-nowrap max-md:hidden',
}
const status: Column<InboxItem> = {
  title: 'Status',
  cell: (item) => <Badge tone={INBOX_TONES[item.status] ?? 'plain'}>{item.status}</Badge>,
}
/**
 * The column with the writer's name. On a phone it also holds the subject or sport and the date, which have no
 * columns there.
 */
const named = (title: string, about?: (item: InboxItem) => string): Column<InboxItem> => ({
  title,
  cell: (item) => (
    <>
      <TwoLines>{nameOf(item)}</TwoLines>
      <span className="block font-normal text-muted md:hidden">
        {about && <TwoLines>{about(item)}</TwoLines>}
        <span className="figures">{formatDate(item.createdAt)}</span>
      </span>
    </>
  ),
})
const aboutSubject = (item: InboxItem) => previewOf(item.subject)
const aboutSport = (item: InboxItem) => item.sport ?? 'N/A'
const subject: Column<InboxItem> = {
  title: 'Subject',
  cell: (item) => <TwoLines>{aboutSubject(item)}</TwoLines>,
  className: 'max-md:hidden',
}
const sport: Column<InboxItem> = {
  title: 'Sport',
  cell: (item) => <TwoLines>{aboutSport(item)}</TwoLines>,
  className: 'max-md:hidden',
}

/** The columns of each tab (S2-2.123, S2-2.130, S2-2.133). */
export const INBOX_COLUMNS: Record<Inbox, readonly Column<InboxItem>[]> = {
  feedback: [named('Username'), date, status],
  contact: [named('Name', aboutSubject), date, subject, status],
  application: [named('Name', aboutSport), date, sport, status],
}

/** The columns of the fans' ratings (S2-2.127). */
export const SURVEY_COLUMNS: readonly Column<DeskRating>[] = [
  {
    title: 'ID',
    cell: ({ id, athleteUsername }) => (
      <>
        <span className="figures whitespace-nowrap">{id.slice(0, 8)}</span>
        <span className="block font-normal text-muted md:hidden">{shownAthlete(athleteUsername)}</span>
      </>
    ),
  },
  {
    title: 'Athlete Username',
    cell: ({ athleteUsername }) => shownAthlete(athleteUsername),
    className: 'max-md:hidden',
  },
  { title: 'Rating', cell: ({ stars }) => <Stars value={stars} className="h-4" /> },
  {
    title: 'Date',
    cell: ({ createdAt }) => formatDate(createdAt),
    className: 'figures md:whitespace-nowrap',
  },
]
