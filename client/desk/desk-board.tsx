import { Link } from '@tanstack/react-router'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import { StatusLine } from '../ui/status/status-line.tsx'
import { DeskTable, DeskTableSkeleton } from './desk-table.tsx'
import { DeskToolbar } from './desk-toolbar.tsx'
import { DeskPane } from './request/desk-pane.tsx'
import { RejectDialog } from './request/reject-dialog.tsx'
import { TroubleLine } from './trouble-line.tsx'
import { type Desk, useDesk } from './use-desk.ts'

/** The requests beside the one that is looked at; nothing of it is kept on this device. */
export function DeskBoard() {
  const desk = useDesk()
  const { filter, list, looked, selectedId, decision, online } = desk
  const { question } = looked
  // on a phone the request stands in the place of the table
  const hidden = selectedId ? 'max-lg:hidden' : ''
  return (
    <div className="wrap flex flex-1 flex-col py-5 lg:h-[calc(100dvh-6.25rem)] lg:min-h-[34rem] lg:flex-none">
      <div className="mb-2 flex items-center justify-between gap-4">
        <h1 className={`display text-2xl ${hidden && 'max-lg:sr-only'}`}>Desk</h1>
        <Link
          to="/dashboard"
          search={{ tab: 'profile' }}
          className={`link label inline-flex min-h-11 items-center text-sm ${hidden}`}
        >
          Account and devices
        </Link>
      </div>
      <div className={`mb-4 ${hidden}`}>
        {!online && (
          <div className="mb-4">
            <StatusLine icon="offline" live>
              Offline. The desk needs a network: what you see may be old, and nothing can be decided until you
              are back.
            </StatusLine>
          </div>
        )}
        <DeskToolbar
          status={filter.status}
          counts={list.counts}
          search={filter.search}
          searchRef={filter.searchRef}
          onStatus={filter.setStatus}
          onSearch={filter.setSearch}
        />
      </div>
      <div className="grid flex-1 gap-6 lg:min-h-0 lg:grid-cols-[minmax(0,1fr)_minmax(22rem,30rem)] lg:grid-rows-[minmax(0,1fr)]">
        <div className={`min-w-0 lg:min-h-0 lg:overflow-y-auto ${hidden}`}>
          <Requests desk={desk} />
        </div>
        <DeskPane desk={desk} />
      </div>
      {decision.isRejecting && question && (
        <RejectDialog
          key={question.id}
          requester={question.requester}
          isBusy={decision.isBusy}
          onReject={decision.reject}
          onClose={() => decision.setRejecting(false)}
        />
      )}
    </div>
  )
}

function Requests({ desk: { list, filter, selectedId, select, now } }: { desk: Desk }) {
  const { rows, ready, trouble, more, reload, loadMore } = list
  return (
    <div className="grid gap-4">
      <TroubleLine trouble={trouble} onAgain={reload} />
      <div className="card">
        {rows.length > 0 && <DeskTable rows={rows} selectedId={selectedId} now={now} onSelect={select} />}
        {rows.length === 0 && !ready && !trouble && <DeskTableSkeleton />}
      </div>
      {rows.length === 0 && ready && (
        <NothingHere isSearching={filter.search !== ''} status={filter.status} />
      )}
      {more && (
        <Button tone="secondary" className="justify-self-center" onClick={() => void loadMore()}>
          Older requests
        </Button>
      )}
    </div>
  )
}

function NothingHere({ isSearching, status }: { isSearching: boolean; status: Desk['filter']['status'] }) {
  if (isSearching) return <p className="py-6 text-center text-muted">Nothing here is called that.</p>
  return (
    <EmptyState title={status === 'new' ? 'Nothing to screen' : 'None of these'} drawing="court">
      {status === 'new' ? 'New requests appear here by themselves.' : 'Requests with this status stand here.'}
    </EmptyState>
  )
}
