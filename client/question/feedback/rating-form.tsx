import { type FormEvent, type ReactNode, type RefObject, useEffect, useState } from 'react'
import type { FanQuestion } from '../../../sync/calls.ts'
import { COPY } from '../../../sync/copy.ts'
import { LIMITS } from '../../../sync/limits.ts'
import { CALLS } from '../../../sync/paths.ts'
import { STARS } from '../../../sync/rating/rating.ts'
import { countCharacters } from '../../../sync/shape.ts'
import { PRODUCT } from '../../../sync/text/product.ts'
import { call, isNetworkError } from '../../api/call.ts'
import { useOnline } from '../../api/connection.ts'
import { keptWhere } from '../../text/keeps-nothing.ts'
import { refusalText } from '../../text/refusals.ts'
import { spokenName } from '../../text/spoken-name.ts'
import { Button } from '../../ui/button.tsx'
import { useFocusMoved } from '../../ui/focus-moved.ts'
import { CheckField } from '../../ui/form/check-field.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Stars } from '../../ui/status/stars.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { showToast } from '../../ui/toasts.ts'
import { type KeptRating, useKeptRating } from './use-kept-rating.ts'

type RatingFormProps = { question: FanQuestion; token: string; onRated: () => Promise<void> }

/**
 * Renders the form in which a fan rates the answer, once: five stars to begin with, and two optional texts
 * (S2-2.140, S2-5.41, S2-9.18).
 */
export function RatingForm({ question, token, onRated }: RatingFormProps) {
  const { stars, athlete, questionId } = question
  const rating = useKeptRating(questionId)
  const heading = useFocusMoved<HTMLHeadingElement>(stars)
  const isLeft = Boolean(stars && rating.isStored)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `rating.forget` is new at each render
  useEffect(() => {
    // An answer was rated once and for all, here with the answer lost, or on another device.
    if (isLeft) rating.forget()
  }, [isLeft])
  if (stars) {
    return (
      <Part title="Your rating" heading={heading}>
        <Stars value={stars} className="h-7" />
        <p className="mt-3 text-muted text-sm">Thank you. Your rating helps other fans choose.</p>
      </Part>
    )
  }
  if (!rating.kept) return null
  return (
    <Part title={`How was ${spokenName(athlete)}’s answer?`} heading={heading}>
      {!rating.kept.isSkipped && (
        <Form
          token={token}
          kept={rating.kept}
          onChange={rating.change}
          onRated={onRated}
          onSent={rating.forget}
        />
      )}
      <div className="mt-3">
        <CheckField
          kind="switch"
          label="Skip the rating"
          checked={rating.kept.isSkipped}
          onChange={(event) => rating.change({ isSkipped: event.currentTarget.checked })}
        />
      </div>
    </Part>
  )
}

type PartProps = { title: string; heading: RefObject<HTMLHeadingElement | null>; children: ReactNode }

function Part({ title, heading, children }: PartProps) {
  return (
    <section aria-labelledby="rating" className="card p-5 md:p-7">
      <h2 ref={heading} id="rating" tabIndex={-1} className="display mb-4 text-2xl outline-none">
        {title}
      </h2>
      {children}
    </section>
  )
}

type FormProps = {
  token: string
  kept: KeptRating
  onChange: (changed: Partial<KeptRating>) => void
  onRated: () => Promise<void>
  onSent: () => void
}

function Form({ token, kept, onChange, onRated, onSent }: FormProps) {
  const online = useOnline()
  const [isBusy, setBusy] = useState(false)
  const { stars, responseFeedback, infieldFeedback } = kept
  const isTooLong = [responseFeedback, infieldFeedback].some(
    (text) => countCharacters(text.trim()) > LIMITS.feedbackCharacters,
  )
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || isTooLong) return
    setBusy(true)
    const rated = await call(CALLS.rate, { token, stars, responseFeedback, infieldFeedback })
    if (rated.ok) showToast({ text: COPY.thankYouForFeedback, tone: 'success' })
    else showToast({ text: isNetworkError(rated) ? NOT_REACHED : refusalText(rated.refusal), tone: 'danger' })
    await onRated()
    if (rated.ok) onSent()
    setBusy(false)
  }
  return (
    <form onSubmit={send} noValidate className="grid gap-5">
      <StarsField value={stars} onChange={(chosen) => onChange({ stars: chosen })} />
      <TextArea
        label="About the answer"
        hint="Read by our team."
        optional
        rows={2}
        limit={LIMITS.feedbackCharacters}
        value={responseFeedback}
        readOnly={isBusy}
        onChange={(event) => onChange({ responseFeedback: event.currentTarget.value })}
      />
      <TextArea
        label={`About ${PRODUCT.name}`}
        optional
        rows={2}
        limit={LIMITS.feedbackCharacters}
        value={infieldFeedback}
        readOnly={isBusy}
        onChange={(event) => onChange({ infieldFeedback: event.currentTarget.value })}
      />
      {!online && (
        <StatusLine icon="offline">
          Sending needs a network. What you write here stays {keptWhere()}.
        </StatusLine>
      )}
      <Button
        type="submit"
        tone="secondary"
        className="justify-self-start"
        loading={isBusy}
        disabled={!online || isTooLong}
      >
        Send feedback
      </Button>
    </form>
  )
}

const NOT_REACHED = 'We could not be reached. Your rating is kept here; try again in a moment.'

/** Renders five stars as radio buttons, to be pressed or chosen with the arrow keys. */
function StarsField({ value, onChange }: { value: number; onChange: (stars: number) => void }) {
  return (
    <fieldset>
      <legend className="sr-only">Stars</legend>
      <div className="-ml-2 flex">
        {STARS.map((star) => (
          <label
            key={star}
            className="touch grid cursor-pointer place-items-center rounded p-1 has-focus-visible:outline-3 has-focus-visible:outline-signal-text"
          >
            <input
              type="radio"
              name="stars"
              value={star}
              checked={value === star}
              onChange={() => onChange(star)}
              className="sr-only"
            />
            <Icon
              name="star"
              className={`size-9 ${star <= value ? 'fill-current text-signal' : 'text-control'}`}
            />
            <span className="sr-only">{star === 1 ? '1 star' : `${star} stars`}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
