import type { ReactNode } from 'react'
import type { FanQuestion } from '../../../sync/calls.ts'
import { VideoPlayer } from '../../media/player.tsx'
import { TranscriptText } from '../../media/transcript.tsx'
import { SaveOffline } from './save-offline.tsx'
import { ShareAnswer } from './share-answer.tsx'
import { useSavedAnswer } from './use-saved-answer.ts'

type TheAnswerProps = {
  question: FanQuestion
  videoId: string
  token: string
  /** Seen by a link that was given away: whoever has it gives none away themselves. */
  shared: boolean
  children: ReactNode
}

/** The answer to watch, from this device where it was saved, and what can be done with it. */
export function TheAnswer({
  question: { subject, athlete, answer },
  videoId,
  token,
  shared,
  children,
}: TheAnswerProps) {
  const saved = useSavedAnswer(videoId, token)
  return (
    <section aria-label="The answer" className="grid min-w-0 content-start gap-8">
      <div className="grid gap-3">
        <VideoPlayer
          videoId={videoId}
          token={token}
          kept={saved.blob}
          captions={answer?.transcript?.captions}
          label={`The answer from ${athlete.firstName} ${athlete.lastName}`}
          playing={{ title: subject, artist: `${athlete.firstName} ${athlete.lastName}` }}
        />
        <TranscriptText transcript={answer?.transcript ?? null} />
        <div className="flex flex-wrap items-center gap-3">
          <SaveOffline saved={saved} />
          {!shared && <ShareAnswer token={token} />}
        </div>
      </div>
      {children}
    </section>
  )
}
