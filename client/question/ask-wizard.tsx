import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import { isOnline } from '../api/connection.ts'
import { areCookiesBlocked } from '../api/cookies-blocked.ts'
import { getSession } from '../api/session.ts'
import { showOffer } from '../api/show-offer.ts'
import type { Device } from '../db/device.ts'
import type { WatchDrafts } from '../store/replica-session.ts'
import { useDevice } from '../store/use-device.ts'
import { refusalText } from '../text/refusals.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { showToast } from '../ui/toasts.ts'
import { type AskDraft, hasContent } from './asking/ask-draft.ts'
import type { DraftKept } from './asking/draft-saver.ts'
import { isNowhere } from './asking/kept-notice.tsx'
import { useAskDraft } from './asking/use-ask-draft.ts'
import { type AskedQuestion, askedEarlier } from './asking/use-ask-flow.ts'
import { useStepHistory } from './asking/use-step-history.ts'
import { useEarlyStep, useTakeOver } from './first-step/use-early-step.ts'
import { signInFirst } from './unsent/read-unsent.ts'
import { askOf } from './unsent/sent-draft.ts'
import { ContinueDialog } from './wizard/continue-dialog.tsx'
import { SubmittedDialog } from './wizard/submitted-dialog.tsx'
import { WizardDialog } from './wizard/wizard-dialog.tsx'

export type AskWizardProps = {
  athlete: PublicAthlete
  /** Watches the drafts that a signed-in user's other devices have saved; null for everyone else. */
  watchElsewhere: WatchDrafts | null
  /** The draft that the fan has just chosen to continue; the wizard does not offer it again. */
  continueId?: string
  onClose: () => void
}

/**
 * Renders the wizard that asks an athlete a question in four steps, over the screen that opened it (S1-2.100–105).
 * Saves every entry on the device, and first offers a draft left earlier.
 */
export function AskWizard({ athlete, watchElsewhere, continueId, onClose }: AskWizardProps) {
  const device = useDevice()
  const navigate = useNavigate()
  const early = useEarlyStep(athlete.id)
  const { offered, opened, dispatch, resume, beginAnew, drop, saveNow, lacksVideo, kept } = useAskDraft({
    device,
    athleteId: athlete.id,
    watchElsewhere,
    earlyWords: early.words,
  })
  const [asked, setAsked] = useState<AskedQuestion | null>(null)
  const isAsked = useRef(false)
  const steps = useStepHistory({
    onStep: (step) => dispatch({ type: 'step', step }),
    onLeave: () => {
      if (isAsked.current) return
      if (opened && hasContent(opened.draft)) {
        void saveNow()
        void sayLeft(device, opened.draft, { kept, signIn: () => void navigate({ to: '/signin' }) })
      }
      onClose()
    },
  })
  // A continued draft opens at the step where the fan left it, with a history entry for each step before it.
  const openedAt = opened?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the opening counts, the step moves by history after
  useEffect(() => {
    if (opened && opened.draft.step > 0) steps.forward(opened.draft.step)
  }, [openedAt])

  const isShown = early.isSettled && (areCookiesBlocked() || offered.length > 0 || opened !== null)
  useTakeOver(early, isShown, ({ subject, text }) => {
    if (subject !== opened?.draft.subject) dispatch({ type: 'subject', subject })
    if (text !== opened?.draft.text) dispatch({ type: 'text', text })
  })

  if (!early.isSettled) return null
  if (areCookiesBlocked()) return <NoCookiesDialog onClose={onClose} />
  if (asked) return <SubmittedDialog athlete={athlete} {...asked} onClose={onClose} />
  const [earlier] = offered.flatMap((found) => askedEarlier(found, athlete) ?? [])
  if (earlier) return <SubmittedDialog athlete={athlete} {...earlier} onClose={steps.leave} />
  const toContinue = offered.find(({ id }) => id === continueId)
  if (offered.length > 0) {
    return toContinue ? (
      <Resuming onOpen={() => resume(toContinue)} />
    ) : (
      <ContinueDialog
        athleteName={athlete.firstName}
        found={offered}
        onResume={resume}
        onBeginAnew={beginAnew}
        onClose={steps.leave}
      />
    )
  }
  if (!opened) return null
  return (
    <WizardDialog
      athlete={athlete}
      device={device}
      draftId={opened.id}
      draft={opened.draft}
      dispatch={dispatch}
      steps={steps}
      saveNow={saveNow}
      lacksVideo={lacksVideo}
      kept={kept}
      onAsked={async (outcome) => {
        isAsked.current = true
        await drop(opened.id).finally(() => {
          setAsked(outcome)
          steps.leave()
        })
      }}
    />
  )
}

/** Renders nothing, and opens the chosen draft once, on mount. */
function Resuming({ onOpen }: { onOpen: () => Promise<void> }) {
  const isBegun = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, whatever renders meanwhile
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    void onOpen()
  }, [])
  return null
}

/** Withdraws the last offer to sign in, because one sign-in sends every question that waits. */
let withdrawSignIn = () => {}

const ON_PAGE = 'Your question is here until you close or reload this page.'

/**
 * Tells a fan who leaves a question whether it is on its way or saved on this device; offers to copy the words if it
 * is neither.
 */
async function sayLeft(
  device: Device,
  draft: AskDraft,
  { kept, signIn }: { kept: DraftKept; signIn: () => void },
): Promise<void> {
  const { subject, text } = draft
  const ask = await askOf(device, draft)
  if (ask) {
    if (getSession().state === 'ended' && ask.state !== 'settled') {
      const isEnded = () => getSession().state === 'ended'
      withdrawSignIn()
      withdrawSignIn = showOffer(
        { text: signInFirst(), action: { label: 'Sign in', onPress: signIn } },
        isEnded,
      )
      return
    }
    const saved =
      kept === 'page'
        ? 'Keep this page open: your question is sent as soon as you are online.'
        : 'Your question is saved on this device. It is sent as soon as you are online.'
    showToast({ text: isOnline() ? 'Your question is being sent.' : saved, tone: 'success' })
    return
  }
  if (!isNowhere(kept)) {
    showToast({ text: kept === 'page' ? ON_PAGE : 'Your question is saved on this device.', tone: 'success' })
    return
  }
  offerWords(
    `${subject}\n\n${text}`.trim(),
    kept === 'nowhere-full'
      ? 'This device is full: your question is not saved.'
      : 'This browser cannot store anything at the moment: your question is not saved.',
  )
}

/** Offers to copy words that are stored nowhere, again if the copy fails. */
function offerWords(words: string, why: string): void {
  const copy = async () => {
    const isCopied = await navigator.clipboard?.writeText(words).then(
      () => true,
      () => false,
    )
    if (isCopied) showToast({ text: 'Copied!', tone: 'success' })
    else offerWords(words, why)
  }
  showOffer({
    text: why,
    tone: 'danger',
    action: { label: 'Copy its words', onPress: () => void copy() },
  })
}

/**
 * Says that asking needs cookies, because a question belongs to a browser by a cookie: without it, the question
 * could be neither sent nor found again.
 */
function NoCookiesDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      title="Asking needs cookies"
      onClose={onClose}
      footer={
        <Button tone="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p className="text-lg text-pretty">{refusalText({ code: 'cookies-blocked' })}</p>
      <p className="mt-3 text-muted">Nothing was sent, and nothing was charged.</p>
    </Dialog>
  )
}
