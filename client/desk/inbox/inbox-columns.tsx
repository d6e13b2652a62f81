import type { Inbox } from '../../../sync/desk/inbox-update.ts'
import type { DeskRating, InboxItem } from '../../../sync/desk/lists.ts'
import { formatDate } from '../../text/format-date.ts'
import { Badge } from '../../ui/status/badge.tsx'
import { Stars } from '../../ui/status/stars.tsx'
import type { Column } from '../panes.tsx'
import { INBOX_TONES, nameOf, previewOf } from './inbox-words.ts'

const date: Column<InboxItem> = {
  title: 'Date',
  cell: ({ createdAt }) => formatDate(createdAt),
  className: 'figures whitespace-nowrap',
}
const status: Column<InboxItem> = {
  title: 'Status',
  cell: (item) => <Badge tone={INBOX_TONES[item.status] ?? 'plain'}>{item.status}</Badge>,
}
const named = (title: string): Column<InboxItem> => ({ title, cell: nameOf })
const subject: Column<InboxItem> = { title: 'Subject', cell: (item) => previewOf(item.subject) }
const sport: Column<InboxItem> = {
  title: 'Sport',
  cell: (item) => item.sport ?? 'N/A',
  className: 'max-md:hidden',
}

/** The columns of each tab (S2-2.123, S2-2.130, S2-2.133). */
export const INBOX_COLUMNS: Record<Inbox, readonly Column<InboxItem>[]> = {
  feedback: [named('Username'), date, status],
  contact: [named('Name'), date, subject, status],
  application: [named('Name'), date, sport, status],
}

/** The columns of what fans said (S2-2.127). */
export const SURVEY_COLUMNS: readonly Column<DeskRating>[] = [
  { title: 'ID', cell: ({ id }) => id.slice(0, 8), className: 'figures' },
  { title: 'Athlete Username', cell: ({ athleteUsername }) => `@${athleteUsername}` },
  { title: 'Rating', cell: ({ stars }) => <Stars value={stars} className="h-4" /> },
  {
    title: 'Date',
    cell: ({ createdAt }) => formatDate(createdAt),
    className: 'figures whitespace-nowrap',
  },
]
