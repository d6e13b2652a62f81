import { type ComponentType, type ReactNode, useState } from 'react'
import type { FanQuestion } from '../../../sync/calls.ts'
import { useOnline } from '../../api/connection.ts'
import { goneAnswer } from '../../media/gone-words.ts'
import { VideoPlayer } from '../../media/player.tsx'
import { TranscriptText } from '../../media/transcript.tsx'
import { keepsNothing } from '../../text/keeps-nothing.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Button } from '../../ui/button.tsx'
import { IN_PLACE, useFocusMoved } from '../../ui/focus-moved.ts'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { showToast } from '../../ui/toasts.ts'
import { type SavedAnswer, useSavedAnswer } from './use-saved-answer.ts'

type TheAnswerProps = {
  question: FanQuestion
  videoId: string
  token: string
  /** Whether the page was opened by a shared link; such a viewer cannot make further links. */
  shared: boolean
  children: ReactNode
}

/** Renders the answer's video, from this device if it was saved here, and what the fan can do with it. */
export function TheAnswer({
  question: { subject, athlete, answer },
  videoId,
  token,
  shared,
  children,
}: TheAnswerProps) {
  const saved = useSavedAnswer(videoId, token)
  const isGone = answer?.isGone ?? false
  return (
    <section aria-label="The answer" className="grid min-w-0 content-start gap-8">
      <div className="grid gap-3">
        {isGone && <StatusLine icon="info">{goneAnswer(athlete.username === '')}</StatusLine>}
        {(!isGone || saved.blob) && (
          <VideoPlayer
            videoId={videoId}
            token={token}
            kept={saved.blob}
            onKeptUnplayable={saved.noteUnplayable}
            captions={answer?.transcript?.captions}
            label={`The answer from ${athlete.firstName} ${athlete.lastName}`}
            playing={{ title: subject, artist: `${athlete.firstName} ${athlete.lastName}` }}
          />
        )}
        <TranscriptText transcript={answer?.transcript ?? null} />
        <div className="flex flex-wrap items-center gap-3">
          {(!isGone || saved.blob) && <SaveOffline saved={saved} />}
          {!shared && !isGone && <ShareAnswer token={token} />}
        </div>
      </div>
      {children}
    </section>
  )
}

/** Saves the answer on this device, or removes it to free its space; renders nothing where nothing can be kept. */
function SaveOffline({ saved: { state, save, forget } }: { saved: SavedAnswer }) {
  const online = useOnline()
  const [presses, setPresses] = useState(0)
  // What was pressed is gone once it is done.
  const line = useFocusMoved<HTMLDivElement>(presses, IN_PLACE)
  const press = (act: () => Promise<void>) => void act().finally(() => setPresses(presses + 1))
  if (keepsNothing()) return null
  if (state === 'saved')
    return (
      <div ref={line} tabIndex={-1} className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <StatusLine icon="check" tone="success" live>
          Saved on this device
        </StatusLine>
        <Button tone="quiet" size="small" onClick={() => press(forget)}>
          Remove it
        </Button>
      </div>
    )
  return (
    <div ref={line} tabIndex={-1} className="grid justify-items-start gap-1">
      <Button
        tone="secondary"
        size="small"
        icon="download"
        loading={state === 'saving'}
        disabled={!online || state === 'looking'}
        onClick={() => press(save)}
      >
        Save for offline
      </Button>
      {state === 'failed' && (
        <StatusLine icon="warning" tone="warning" live>
          It could not be saved: the connection broke off, or there is no room for it on this device.
        </StatusLine>
      )}
    </div>
  )
}

type ShareDialogProps = { token: string; onClose: () => void }

/**
 * Renders the button that opens the dialog of links, each of which can be turned off. The press loads the dialog,
 * because the page can stand without it, and the button shows that it is loading.
 */
function ShareAnswer({ token }: { token: string }) {
  const online = useOnline()
  const [ShareDialog, setDialog] = useState<ComponentType<ShareDialogProps> | null>(null)
  const open = async () => {
    const loaded = await import('./share-dialog.tsx').catch(() => null)
    if (loaded) setDialog(() => loaded.ShareDialog)
    else showToast({ text: NOT_REACHED, tone: 'danger' })
  }
  return (
    <>
      <BusyButton tone="secondary" size="small" icon="share" disabled={!online} onPress={open}>
        Share
      </BusyButton>
      {ShareDialog && <ShareDialog token={token} onClose={() => setDialog(null)} />}
    </>
  )
}

const NOT_REACHED = 'We could not be reached, so nothing can be shared yet. Try again in a moment.'
