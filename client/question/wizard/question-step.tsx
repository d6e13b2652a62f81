import { type ReactNode, useEffect, useState } from 'react'
import { LIMITS } from '../../../sync/limits.ts'
import { Chip } from '../../ui/chip.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useStill } from '../../ui/use-still.ts'
import type { AskDraft, DraftEvent } from '../asking/ask-draft.ts'
import type { StepProblems } from '../asking/check-step.ts'
import { EXAMPLE_MS, EXAMPLES, FADE_MS, TOPICS } from './prompts.ts'

type QuestionStepProps = {
  draft: AskDraft
  dispatch: (event: DraftEvent) => void
  problems: StepProblems
  /** The part for asking on video instead. */
  video: ReactNode
  /** Whether the step is shown before the app has loaded, with room for what appears once the app has. */
  isEarly?: boolean
}

/** Renders step 1: a subject, and either a text or a video (S1-4.3–4.6). */
export function QuestionStep({ draft, dispatch, problems, video, isEarly }: QuestionStepProps) {
  const [hasLeftSubject, setLeftSubject] = useState(false)
  return (
    <div className="grid gap-6">
      <div className="grid gap-3">
        <TextField
          label="Subject"
          data-autofocus
          value={draft.subject}
          limit={LIMITS.subjectCharacters}
          autoComplete="off"
          error={hasLeftSubject ? problems.subject : null}
          onBlur={() => setLeftSubject(draft.subject !== '')}
          onChange={({ target }) => dispatch({ type: 'subject', subject: target.value })}
        />
        <fieldset>
          <legend className="sr-only">Topics</legend>
          <div className="flex flex-wrap gap-2">
            {TOPICS.map((topic) => (
              <Chip
                key={topic}
                data-topic={isEarly ? topic : undefined}
                pressed={draft.subject === topic}
                onClick={() => dispatch({ type: 'subject', subject: draft.subject === topic ? '' : topic })}
              >
                {isEarly && <ChosenLater />}
                {topic}
              </Chip>
            ))}
          </div>
        </fieldset>
      </div>
      <WrittenQuestion {...{ draft, dispatch, problems, isEarly }} />
      <p
        aria-hidden
        className="label flex items-center gap-3 text-muted text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line"
      >
        or ask on video
      </p>
      {video}
    </div>
  )
}

/** Renders the hidden mark that shows on a topic chosen before the app has loaded. */
function ChosenLater() {
  return (
    <span hidden data-chosen className="contents">
      <Icon name="check" className="size-[1.1em]" />
    </span>
  )
}

type WrittenProps = Pick<QuestionStepProps, 'draft' | 'dispatch' | 'problems' | 'isEarly'>

function WrittenQuestion({ draft, dispatch, problems, isEarly }: WrittenProps) {
  const isFilmed = draft.video !== null
  const example = useExamples(draft.text === '' && !isFilmed)
  return (
    <div>
      <div
        className={`[&_textarea]:placeholder:transition-opacity [&_textarea]:placeholder:duration-500 ${example.isShown ? '' : '[&_textarea]:placeholder:opacity-0'}`}
      >
        <TextArea
          label="Your question"
          rows={4}
          limit={LIMITS.textCharacters}
          value={draft.text}
          disabled={isFilmed}
          placeholder={
            isFilmed ? 'You are asking on video. Change the video to write instead.' : example.text
          }
          error={draft.text === '' ? null : problems.content}
          onFocus={example.pause}
          onChange={({ target }) => dispatch({ type: 'text', text: target.value })}
        />
      </div>
      {!isFilmed && draft.text === '' && (example.isMoving || isEarly) && (
        <button
          type="button"
          onClick={example.pause}
          data-again="pause"
          className={`min-h-11 text-muted text-xs underline underline-offset-4 hover:text-ink ${isEarly ? 'motion-reduce:hidden' : ''}`}
        >
          Pause the examples
        </button>
      )}
    </div>
  )
}

/** Returns the example shown after this time, and whether it is visible or fading: another every 3 s (S1-9.11). */
export function exampleAt(elapsedMs: number): { text: string; isShown: boolean } {
  const index = Math.floor(elapsedMs / EXAMPLE_MS) % EXAMPLES.length
  return { text: EXAMPLES[index] ?? '', isShown: elapsedMs % EXAMPLE_MS < EXAMPLE_MS - FADE_MS }
}

/** Rotates the examples; they stop once the fan uses the field or pauses them, and stand still for reduced motion. */
function useExamples(isWanted: boolean) {
  const [elapsedMs, setElapsed] = useState(0)
  const [isPaused, setPaused] = useState(false)
  const isStill = useStill(true)
  const isMoving = isWanted && !isPaused && !isStill
  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(() => setElapsed((now) => now + FADE_MS), FADE_MS)
    return () => clearInterval(timer)
  }, [isMoving])
  const { text, isShown } = exampleAt(elapsedMs)
  return { text, isShown: isShown || !isMoving, isMoving, pause: () => setPaused(true) }
}
