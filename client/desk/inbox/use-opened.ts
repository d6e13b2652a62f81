import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DESK_CALLS } from '../../../sync/desk/desk-paths.ts'
import type { Inbox } from '../../../sync/desk/inbox-update.ts'
import type { InboxAnswer, InboxItem } from '../../../sync/desk/lists.ts'
import { askDesk, lookAgain } from '../desk-queries.ts'
import type { Pages } from '../use-pages.ts'

/**
 * Returns the open message, which stays open when the list no longer contains it: its status has changed, perhaps
 * while the admin types notes about it. It is then fetched by itself.
 */
export function useOpened(inbox: Inbox, pages: Pages<InboxAnswer, InboxItem>, id: string | null) {
  const queries = useQueryClient()
  const [seen, setSeen] = useState<InboxItem | null>(null)
  const listed = pages.rows.find((item) => item.id === id)
  const isGone = pages.ready && !listed && seen?.id === id
  const queryKey = [DESK_CALLS.deskInbox, inbox, id, 'opened']
  const { data, refetch } = useQuery({
    queryKey,
    enabled: isGone,
    queryFn: () =>
      askDesk<InboxAnswer>(DESK_CALLS.deskInbox, { inbox, name: null, status: null, only: id, after: null }),
    gcTime: 0,
  })
  const newest = listed ?? (isGone ? data?.items[0] : undefined)
  if (newest && newest !== seen) setSeen(newest)
  const item = newest ?? (seen?.id === id ? seen : null)
  const reload = () => {
    pages.reload()
    if (isGone) void lookAgain(queries, queryKey, refetch)
  }
  return { item, reload }
}
