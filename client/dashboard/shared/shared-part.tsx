import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { partnerName } from '../../answer/asker-words.ts'
import { keepFile } from '../../answer/studio/pick-file.tsx'
import type { Waiting } from '../../answer/waiting.ts'
import { LocalVideo } from '../../media/local-video.tsx'
import { FileChoice } from '../../media/pick/file-choice.tsx'
import { useChosenFile } from '../../media/pick/use-chosen-file.ts'
import type { ChosenVideo } from '../../media/shrink/shrink-video.ts'
import { dropSharedVideo, type SharedVideo } from '../../pwa/shared-videos.ts'
import { useDevice } from '../../store/use-device.ts'
import { formatBytes } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { useSharedVideos } from './use-shared-videos.ts'

type SharedPartProps = {
  /** The questions that can be answered; null for a user who is not asked. */
  waiting: readonly Waiting[] | null
}

/** Renders the videos that another app has handed over; each can become a recording for a waiting question. */
export function SharedPart({ waiting }: SharedPartProps) {
  const videos = useSharedVideos()
  const { shared } = useSearch({ strict: false }) as { shared?: string }
  const words = NOT_KEPT[shared ?? '']
  return (
    <>
      {words && (
        <div className="mb-4">
          <StatusLine icon="warning" tone="warning" live>
            {words}
          </StatusLine>
        </div>
      )}
      {videos.map((video) => (
        <SharedCard key={video.id} video={video} waiting={waiting} />
      ))}
    </>
  )
}

/** What is said where not everything was kept that another app handed over, by what became of it. */
const NOT_KEPT: Partial<Record<string, string>> = {
  lost: 'What you shared was not accepted: it is not a video, it is larger than 100 MB, or five are waiting here already. It is still where you shared it from.',
  part: 'Some of what you shared was not accepted: it is not a video, it is larger than 100 MB, or there are more than five. It is still where you shared it from.',
  full: 'This device is full, so not all of what you shared was kept. It is still where you shared it from: make some room, and share it again.',
  unreadable:
    'What you shared, or some of it, could not be read or kept here. It is still where you shared it from. If that is a cloud, download it to this device first, and share it again.',
  foreign:
    'Another website tried to put a video here. Nothing of it was kept. To share one of yours, choose Infield in the app that has it.',
}

type SharedCardProps = SharedPartProps & { video: SharedVideo }

function SharedCard({ video, waiting }: SharedCardProps) {
  const device = useDevice()
  const navigate = useNavigate()
  const { question, isGone, choose } = useChosenQuestion(waiting)
  const keep = async (made: ChosenVideo) => {
    if (!question) return null
    const shot = { device, purpose: 'answer', questionId: question.id, dueAt: question.dueAt } as const
    const wrong = await keepFile(shot, made)
    if (wrong !== null) return wrong
    await dropSharedVideo(video.id)
    void navigate({ to: '/dashboard/answer/$questionId', params: { questionId: question.id } })
    return null
  }
  const file = useChosenFile({ device, purpose: 'answer', keep })
  return (
    <section aria-label="A shared video" className="card mb-4 grid gap-4 p-4 md:p-5">
      <div>
        <h3 className="label text-lg">You shared a video</h3>
        <p className="text-muted text-sm [overflow-wrap:anywhere]">
          {video.name}, {formatBytes(video.blob.size)}. It is kept on this device, and is not sent until you
          say so.
        </p>
      </div>
      <LocalVideo blob={video.blob} label="The shared video" className="max-h-60 w-full rounded" />
      {waiting && waiting.length > 0 ? (
        <SelectField
          label="Which question does it answer?"
          {...(!question && { placeholder: 'Choose a question' })}
          options={waiting.map(({ question: { id, subject }, asker }) => ({
            value: id,
            label: `${subject}${asker ? `, ${partnerName(asker)}` : ''}`,
          }))}
          value={question?.id ?? ''}
          error={isGone ? NO_LONGER_WAITS : null}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
      ) : (
        <p>{waiting ? NOTHING_WAITS : NOT_ASKED}</p>
      )}
      <div className="flex flex-wrap items-start gap-3">
        {question && (
          <FileChoice file={file}>
            <Button icon="check" loading={file.isBusy} onClick={() => void file.choose(video.blob)}>
              Use it as my answer
            </Button>
          </FileChoice>
        )}
        <Button
          tone="secondary"
          icon="trash"
          disabled={file.isBusy}
          onClick={() => void dropSharedVideo(video.id)}
        >
          Remove it from here
        </Button>
      </div>
    </section>
  )
}

/**
 * Returns the question that the video is for. The first one is chosen until the user chooses another, and stays
 * chosen when the list changes; once it no longer waits, the user chooses again.
 */
function useChosenQuestion(waiting: readonly Waiting[] | null) {
  const first = waiting?.[0]?.question.id ?? ''
  const [chosen, setChosen] = useState(first)
  if (chosen === '' && first !== '') setChosen(first)
  const question = waiting?.find((each) => each.question.id === chosen)?.question
  return { question, isGone: chosen !== '' && !question, choose: setChosen }
}

const NO_LONGER_WAITS = 'The question you chose no longer waits for an answer. Choose another one.'
const NOTHING_WAITS = 'No question is waiting for you right now. The video stays here until one is.'
const NOT_ASKED =
  'Only athletes answer with a shared video. To ask by video, choose an athlete and pick the file there.'
