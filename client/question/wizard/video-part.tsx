import { type ComponentType, lazy, type RefObject, Suspense, useEffect, useState } from 'react'
import { LIMITS } from '../../../sync/limits.ts'
import type { DeclaredVideo } from '../../../sync/media/video.ts'
import { newId } from '../../api/new-id.ts'
import type { Device } from '../../db/device.ts'
import { LocalVideo } from '../../media/local-video.tsx'
import { notSavedText } from '../../media/not-saved-text.ts'
import { FileChoice } from '../../media/pick/file-choice.tsx'
import { useChosenFile } from '../../media/pick/use-chosen-file.ts'
import { RecoveryCard } from '../../media/record/recovery-card.tsx'
import { RecordPanel } from '../../media/record-panel.tsx'
import type { ChosenVideo as ChosenBytes } from '../../media/shrink/shrink-video.ts'
import type { KeptTake } from '../../media/use-recorder.ts'
import { takeVideo } from '../../store/sending/video-bytes.ts'
import { declaredOf, keepTake } from '../../store/takes.ts'
import { formatBytes, formatTimer } from '../../text/format.ts'
import { keepsNothing } from '../../text/keeps-nothing.ts'
import { Button } from '../../ui/button.tsx'
import { IN_PLACE, useFocusMoved } from '../../ui/focus-moved.ts'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { letGoOfVideo } from '../asking/let-go-of-video.ts'
import { VIDEO_GONE } from '../asking/send-ask.ts'
import { PickerLoading, VideoChoices, WritingInstead } from './video-choices.tsx'

/** The file picker, loaded on demand; when that fails for lack of a network, the fan can still record or write. */
const VideoPicker = lazy(() =>
  import('../../media/pick/video-picker.tsx').then(
    (loaded) => ({ default: loaded.VideoPicker as ComponentType<PickerProps> }),
    () => ({ default: PickerMissing as ComponentType<PickerProps> }),
  ),
)

type PickerProps = { isDisabled?: boolean; isBusy?: boolean; onPick: (file: File) => void }

function PickerMissing() {
  return <StatusLine icon="offline">Choosing a file needs a network once.</StatusLine>
}

export type VideoPartProps = {
  device: Device
  draftId: string
  /** The question that the draft will become. */
  questionId: string
  subject: string
  video: DeclaredVideo | null
  /** Whether the fan is writing a text, which disables the video (S1-4.4). */
  isDisabled: boolean
  /** The longest file allowed, in milliseconds; the wizard's limit by default (D6). */
  longestFileMs?: number
  onVideo: (video: DeclaredVideo | null) => void
}

/** Renders the question on video, recorded here or chosen as a file; it counts only once it is checked and saved. */
export function VideoPart(props: VideoPartProps) {
  const { device, questionId, video } = props
  const [changes, setChanges] = useState(0)
  // The pressed button is gone with what it stood in.
  const target = useFocusMoved<HTMLDivElement>(changes, IN_PLACE)
  const onVideo = (changed: DeclaredVideo | null) => {
    setChanges((count) => count + 1)
    props.onVideo(changed)
  }
  if (video) {
    return <ChosenVideo {...{ device, questionId, video }} line={target} onChange={() => onVideo(null)} />
  }
  return <VideoWays {...props} onVideo={onVideo} ways={target} />
}

type WaysProps = VideoPartProps & { ways: RefObject<HTMLDivElement | null> }

/** Renders the ways to a video. While a file is checked the others are closed, because it would take their place. */
function VideoWays({ device, draftId, subject, isDisabled, longestFileMs, onVideo, ways }: WaysProps) {
  const [isRecording, setRecording] = useState(false)
  const file = useChosenFile({
    device,
    purpose: 'question',
    longestMs: longestFileMs ?? LIMITS.questionFileMs,
    keep: (chosen) => keepFile({ device, draftId, onVideo }, chosen),
  })
  const use = ({ take }: KeptTake) => onVideo(declaredOf(take))
  const shot = { device, purpose: 'question', questionId: draftId, dueAt: null, about: subject } as const
  return (
    <section ref={ways} tabIndex={-1} aria-label="Ask on video" className="grid gap-3">
      {!isDisabled && !isRecording && !file.isBusy && <RecoveryCard {...shot} onKept={use} />}
      <VideoChoices
        longestFileMs={longestFileMs}
        isDisabled={isDisabled || file.isBusy}
        onRecord={() => setRecording(true)}
        file={
          <FileChoice file={file}>
            <Suspense fallback={<PickerLoading />}>
              <VideoPicker isDisabled={isDisabled} isBusy={file.isBusy} onPick={file.choose} />
            </Suspense>
          </FileChoice>
        }
      />
      {isDisabled && <WritingInstead />}
      {isRecording && (
        <RecordPanel
          {...shot}
          title="Record your question"
          prompt={subject.trim() || undefined}
          doneLabel="Use this video"
          onDone={(kept) => () => use(kept)}
          onClose={(kept) => (kept ? use(kept) : setRecording(false))}
        />
      )}
    </section>
  )
}

type Kept = Pick<VideoPartProps, 'device' | 'draftId' | 'onVideo'>

/** Saves a chosen file on this device before it counts; returns the problem in words, or null. */
async function keepFile({ device, draftId, onVideo }: Kept, chosen: ChosenBytes): Promise<string | null> {
  const saved = await keepTake(device, {
    ...chosen,
    id: newId(),
    purpose: 'question',
    questionId: draftId,
    source: 'file',
    recordedAt: Date.now(),
    dueAt: null,
  })
  if (saved.ok) onVideo(declaredOf(saved.value))
  else if (saved.notSaved === 'device-full')
    return 'This device is full. Make some room, choose a smaller video, or write your question.'
  return saved.ok ? null : notSavedText(saved.notSaved)
}

type ChosenVideoProps = Pick<VideoPartProps, 'device' | 'questionId'> & {
  video: DeclaredVideo
  line: RefObject<HTMLDivElement | null>
  onChange: () => void
}

function ChosenVideo({ device, questionId, video, line, onChange }: ChosenVideoProps) {
  const blob = useDraftVideo(device, video.id)
  // Discard the video before the draft lets go of it; otherwise the app would offer it again.
  const change = async () => {
    if (await letGoOfVideo({ device, questionId, takeId: video.id })) onChange()
  }
  return (
    <div className="card overflow-hidden">
      {blob === 'gone' ? (
        <p role="alert" className="p-4 text-sm text-warning">
          {VIDEO_GONE}
        </p>
      ) : (
        <div data-theme="dark" className="relative h-72 bg-sunken md:h-80">
          {blob && <LocalVideo blob={blob} label="Your video" className="absolute inset-0 size-full" />}
        </div>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 p-3 pl-4">
        <div ref={line} tabIndex={-1} className="figures text-sm">
          {blob !== 'gone' && (
            <StatusLine icon="check" tone="success" live>
              {keepsNothing() ? 'Here until you close or reload this page' : 'Saved on this device'}
            </StatusLine>
          )}
          <p className="text-muted">
            {formatTimer(Math.round(video.durationMs / 1_000))} · {formatBytes(video.bytes)}
          </p>
        </div>
        <Button tone="secondary" size="small" icon="retry" onClick={change}>
          Change video
        </Button>
      </div>
    </div>
  )
}

/** Returns a take's bytes; null while they are read, `gone` when they are not on this device. */
export function useDraftVideo(device: Device, takeId: string): Blob | 'gone' | null {
  const [blob, setBlob] = useState<Blob | 'gone' | null>(null)
  useEffect(() => {
    let isOver = false
    void takeVideo(device, takeId).then((found) => {
      if (!isOver) setBlob(found ?? 'gone')
    })
    return () => {
      isOver = true
    }
  }, [device, takeId])
  return blob
}
