import { Button } from '../../ui/button.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { STATUS_LABELS } from '../desk-words.ts'
import { FoundThings } from '../found/find-things.tsx'
import { isId } from '../found/thing-words.ts'
import { Panes, Rows } from '../panes.tsx'
import { decidingWords, NEEDS_NETWORK } from '../request/deciding-words.ts'
import { DeskPane } from '../request/desk-pane.tsx'
import { REJECTS_MANY, rejectEffect } from '../request/effect-lines.ts'
import { RejectDialog } from '../request/reject-dialog.tsx'
import { RequestsTable } from './requests-table.tsx'
import { RequestsToolbar } from './requests-toolbar.tsx'
import { type Requests, useRequests } from './use-requests.ts'
import { WaitingBar } from './waiting-bar.tsx'

/** Renders the list of requests beside the selected one (S2-2.110 to S2-2.121). */
export function RequestsTab() {
  const requests = useRequests()
  const { list, filter, looked, selectedId, chosen, decision } = requests
  const { question } = looked
  const isNew = filter.status === 'new'
  const isNarrowed = Boolean(filter.search || filter.creator)
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
            <Rows
              pages={list}
              none={{
                title: isNarrowed ? 'Nothing matches' : isNew ? 'Nothing to screen' : 'Nothing here',
                text: noneText(isNarrowed, isNew),
              }}
            >
              <RequestsTable requests={requests} />
            </Rows>
          </div>
        }
        pane={<DeskPane requests={requests} />}
      />
      <WaitingBar waiting={decision.waiting} onUndo={decision.undo} isLooking={selectedId !== null} />
      {decision.isRejecting && (question || chosen.ids.length > 0) && (
        <RejectDialog
          key={question?.id ?? 'chosen'}
          title={chosen.ids.length > 0 ? `Reject ${chosen.ids.length} requests?` : 'Reject this request?'}
          effect={chosen.ids.length > 0 || !question ? REJECTS_MANY : rejectEffect(question)}
          isBusy={decision.isBusy}
          hindrance={decision.isBusy ? null : hindranceOf(requests)}
          onReject={decision.reject}
          onClose={() => decision.setRejecting(false)}
        />
      )}
    </>
  )
}

/** Returns why the admin cannot reject the request in the dialog at the moment, or null. */
function hindranceOf({ online, chosen, looked: { question } }: Requests): string | null {
  if (!online) return NEEDS_NETWORK
  if (chosen.ids.length > 0 || !question) return null
  const { status, waiting } = question
  if (status !== 'new') return `It is decided already. Its status is “${STATUS_LABELS[status]}”.`
  return waiting && !waiting.refused ? decidingWords(waiting) : null
}

function noneText(isNarrowed: boolean, isNew: boolean): string {
  if (isNarrowed) return 'No request of this status is like that. Another status may have it.'
  return isNew ? 'New requests appear here as they come in.' : 'Requests with this status appear here.'
}

/** Renders the bar that rejects several chosen requests with one note, which helps against obvious spam. */
function Chosen({ requests: { chosen, decision, online } }: { requests: Requests }) {
  if (chosen.ids.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-3 rounded bg-sunken px-4 py-2">
      <p className="label mr-auto text-sm">{chosen.ids.length} chosen</p>
      <Button tone="quiet" size="small" onClick={chosen.clear}>
        Choose none
      </Button>
      <Button
        tone="secondary"
        size="small"
        disabled={!online || decision.isBusy}
        onClick={() => decision.setRejecting(true)}
      >
        Reject them
      </Button>
    </div>
  )
}
