import { useEffect, useRef, useState } from 'react'
import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import { useDevice } from '../store/use-device.ts'
import { formatAgo } from '../text/format.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { showToast } from '../ui/toasts.ts'
import { hasContent } from './asking/ask-draft.ts'
import { type FoundDraft, useAskDraft } from './asking/use-ask-draft.ts'
import { useStepHistory } from './asking/use-step-history.ts'
import type { CardFormComponent } from './wizard/card-seam.ts'
import { SubmittedDialog } from './wizard/submitted-dialog.tsx'
import { WizardDialog } from './wizard/wizard-dialog.tsx'

export type AskWizardProps = {
  athlete: PublicAthlete
  /** The card form of `client/payment`, handed in by the page that knows both. */
  cardForm: CardFormComponent
  onClose: () => void
}

type Asked = { viewPath: string | null; wasEarlier: boolean; email: string }

/**
 * Asks an athlete a question in four steps, over whatever screen opened it (S1-2.100–105). Everything is kept on the
 * device as it is entered; one left earlier is offered first.
 */
export function AskWizard({ athlete, cardForm, onClose }: AskWizardProps) {
  const device = useDevice()
  const { found, opened, dispatch, resume, discardFound, drop, saveNow } = useAskDraft(device, athlete.id)
  const [asked, setAsked] = useState<Asked | null>(null)
  const isAsked = useRef(false)
  const steps = useStepHistory({
    onStep: (step) => dispatch({ type: 'step', step }),
    onLeave: () => {
      if (isAsked.current) return
      if (opened && hasContent(opened.draft)) {
        void saveNow()
        showToast({ text: 'Your question is saved on this device.', tone: 'success' })
      }
      onClose()
    },
  })
  // a draft that is gone on with stands where it was left, with its steps behind it
  const openedAt = opened?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the opening counts, the step moves by history after
  useEffect(() => {
    if (opened && opened.draft.step > 0) steps.forward(opened.draft.step)
  }, [openedAt])

  if (asked) return <SubmittedDialog athlete={athlete} {...asked} onClose={onClose} />
  if (found?.asked) {
    const { email } = found.draft.asker
    return (
      <SubmittedDialog athlete={athlete} {...found.asked} email={email} wasEarlier onClose={steps.leave} />
    )
  }
  if (found) {
    return (
      <ContinueDialog
        athlete={athlete}
        found={found}
        onResume={resume}
        onDiscard={discardFound}
        onClose={steps.leave}
      />
    )
  }
  if (!opened) return null
  return (
    <WizardDialog
      athlete={athlete}
      cardForm={cardForm}
      device={device}
      draftId={opened.id}
      draft={opened.draft}
      dispatch={dispatch}
      steps={steps}
      saveNow={saveNow}
      onAsked={async ({ viewPath, wasEarlier }) => {
        isAsked.current = true
        setAsked({ viewPath, wasEarlier, email: opened.draft.asker.email })
        steps.leave()
        await drop(opened.id)
      }}
    />
  )
}

type ContinueDialogProps = {
  athlete: PublicAthlete
  found: FoundDraft
  onResume: () => Promise<void>
  onDiscard: () => Promise<void>
  onClose: () => void
}

function ContinueDialog({ athlete, found, onResume, onDiscard, onClose }: ContinueDialogProps) {
  const { draft, row } = found
  const words = draft.text.trim() || (draft.video ? 'A question on video' : '')
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Continue your question to ${athlete.firstName}?`}
      footer={
        <>
          <Button tone="secondary" onClick={onDiscard}>
            Start fresh
          </Button>
          <Button onClick={onResume} iconAfter="arrow-right">
            Continue
          </Button>
        </>
      }
    >
      <figure className="card p-4">
        <blockquote>
          <p className="label text-lg leading-snug">{draft.subject || 'No subject yet'}</p>
          {words && <p className="mt-1 line-clamp-3 text-muted">{words}</p>}
        </blockquote>
        <figcaption className="mt-3 text-muted text-sm">
          Saved on this device {formatAgo(row.savedAt, Date.now())}
        </figcaption>
      </figure>
      <p className="mt-4 text-muted text-sm">Starting fresh discards it.</p>
    </Dialog>
  )
}
