import { Button } from '../../ui/button.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { FoundThings } from '../found/find-things.tsx'
import { isId } from '../found/thing-words.ts'
import { Panes, Rows } from '../panes.tsx'
import { DeskPane } from '../request/desk-pane.tsx'
import type { WaitingDecisions } from '../request/waiting-decisions.ts'
import { DecisionStatus } from './decision-status.tsx'
import { RejectionDialog } from './rejection-dialog.tsx'
import { RequestsTable } from './requests-table.tsx'
import { RequestsToolbar } from './requests-toolbar.tsx'
import { type Requests, useRequests } from './use-requests.ts'
import { WaitingBar } from './waiting-bar.tsx'

/** Renders the list of requests beside the selected one (S2-2.110 to S2-2.121). */
export function RequestsTab({ waiting }: { waiting: WaitingDecisions }) {
  const requests = useRequests(waiting)
  const { list, filter, selectedId, rejection } = requests
  return (
    <>
      <div className={`mb-4 ${selectedId ? 'max-lg:hidden' : ''}`}>
        <RequestsToolbar requests={requests} />
      </div>
      <Panes
        isLooking={selectedId !== null}
        list={
          <div className="grid gap-4">
            {isId(filter.search) && <FoundThings typed={filter.search} />}
            <Chosen requests={requests} />
            {list.isPartly && (
              <StatusLine icon="info" live>
                Only the requests listed so far are searched. Type three letters to search all of them.
              </StatusLine>
            )}
            <Rows pages={list} none={noneOf(filter)}>
              <RequestsTable requests={requests} />
            </Rows>
          </div>
        }
        pane={<DeskPane requests={requests} />}
      />
      <DecisionStatus told={requests.told} />
      <WaitingBar
        waiting={waiting.all}
        onUndo={waiting.undo}
        isLooking={selectedId !== null}
        areKeysOn={requests.keys.areOn}
      />
      {rejection.rejecting && <RejectionDialog requests={requests} rejecting={rejection.rejecting} />}
    </>
  )
}

/** Returns the words for an empty list. "Flagged ones only" narrows the new requests, as the search does. */
function noneOf({ status, search, creator, order }: Requests['filter']): { title: string; text: string } {
  const isNew = status === 'new'
  const isFlagged = isNew && order === 'flagged'
  if (search || creator)
    return {
      title: 'Nothing matches',
      text: isFlagged
        ? 'No flagged request is like that. “Newest first” also shows the others.'
        : 'No request of this status is like that. Another status may have it.',
    }
  if (isFlagged)
    return { title: 'Nothing flagged', text: 'No new request is flagged. “Newest first” shows all of them.' }
  return isNew
    ? { title: 'Nothing to screen', text: 'New requests appear here as they come in.' }
    : { title: 'Nothing here', text: 'Requests with this status appear here.' }
}

/** Renders the bar that rejects several chosen requests with one note, which helps against obvious spam. */
function Chosen({ requests: { chosen, decision, online, acts } }: { requests: Requests }) {
  if (chosen.ids.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-3 rounded bg-sunken px-4 py-2">
      <p className="label mr-auto text-sm">{chosen.ids.length} chosen</p>
      <Button tone="quiet" size="small" onClick={chosen.clear}>
        Choose none
      </Button>
      <Button tone="secondary" size="small" disabled={!online || decision.isBusy} onClick={acts.rejectChosen}>
        Reject them
      </Button>
    </div>
  )
}
