import { useState } from 'react'
import { formatAgo } from '../../text/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ChoiceField } from '../../ui/form/choice-field.tsx'
import type { FoundDraft, Submitted } from '../asking/find-drafts.ts'
import { savedWhen } from '../asking/saved-when.ts'

type ContinueDialogProps = {
  athleteName: string
  /** The drafts to offer, the latest first; there is at least one. */
  found: readonly FoundDraft[]
  onResume: (chosen: FoundDraft) => Promise<void>
  onBeginAnew: () => Promise<void>
  onClose: () => void
}

/** Offers to continue a draft left earlier, before the fan begins a new one. */
export function ContinueDialog({ athleteName, found, onResume, onBeginAnew, onClose }: ContinueDialogProps) {
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [pressed, setPressed] = useState<'fresh' | 'continue' | null>(null)
  const chosen = found.find(({ id }) => id === chosenId) ?? found[0]
  if (!chosen) return null
  const press = (button: 'fresh' | 'continue', act: () => Promise<void>) => {
    setPressed(button)
    void act().finally(() => setPressed(null))
  }
  const stateOf = (button: 'fresh' | 'continue') => ({
    loading: pressed === button,
    disabled: pressed !== null && pressed !== button,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Continue your question to ${athleteName}?`}
      footer={
        <>
          <Button tone="secondary" {...stateOf('fresh')} onClick={() => press('fresh', onBeginAnew)}>
            Start fresh
          </Button>
          <Button
            {...stateOf('continue')}
            iconAfter="arrow-right"
            onClick={() => press('continue', () => onResume(chosen))}
          >
            Continue
          </Button>
        </>
      }
    >
      {found.length > 1 ? (
        <ChoiceField
          label="You have begun more than one"
          name="draft"
          layout="stack"
          value={chosen.id}
          onChange={setChosenId}
          choices={found.map((each) => ({
            value: each.id,
            label: each.draft.subject || 'No subject yet',
            hint: `${wordsOf(each)} ${savedLine(each)}`.trim(),
          }))}
        />
      ) : (
        <OneDraft found={chosen} />
      )}
      <p className="mt-4 text-muted text-sm">
        {found.length > 1 ? 'Starting fresh leaves these as they are.' : FRESH[chosen.submitted]}
      </p>
    </Dialog>
  )
}

const FRESH: Record<Submitted, string> = {
  no: 'Starting fresh discards it.',
  maybe: 'We cannot check now whether it was sent. Starting fresh leaves it as it is.',
  yes: 'You have submitted it. Starting fresh leaves it as it is.',
}

function OneDraft({ found }: { found: FoundDraft }) {
  const words = wordsOf(found)
  return (
    <figure className="card p-4">
      <blockquote>
        <p className="label text-lg leading-snug">{found.draft.subject || 'No subject yet'}</p>
        {words && <p className="mt-1 line-clamp-3 text-muted">{words}</p>}
      </blockquote>
      <figcaption className="mt-3 text-muted text-sm">{savedLine(found)}</figcaption>
    </figure>
  )
}

function wordsOf({ draft }: FoundDraft): string {
  return draft.text.trim() || (draft.video ? 'A question on video.' : '')
}

/** Says where and when a draft was saved. */
function savedLine({ origin, savedAt }: Pick<FoundDraft, 'origin' | 'savedAt'>): string {
  return origin === 'elsewhere'
    ? `Saved on another device ${formatAgo(savedAt, Date.now())}`
    : savedWhen(savedAt)
}
