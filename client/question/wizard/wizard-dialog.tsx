import { useEffect, useId, useRef, useState } from 'react'
import type { PublicAthlete } from '../../../sync/athlete/athlete.ts'
import { COPY } from '../../../sync/copy.ts'
import { isUnreached } from '../../app/call.ts'
import { prepareCaptcha } from '../../app/captcha.ts'
import { getSession, refreshSession, serverNow, useSession } from '../../app/session.ts'
import { isOnline, useOnline } from '../../pwa/connection.ts'
import type { Device } from '../../store/device.ts'
import { refusalText } from '../../text/refusals.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ProgressDots } from '../../ui/status/progress-dots.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { showToast } from '../../ui/toasts.ts'
import { checkExistingUser } from './ask-calls.ts'
import { type AskDraft, type DraftEvent, LAST_STEP, offeredCents, STEPS, termsOf } from './ask-draft.ts'
import { AskerStep } from './asker-step.tsx'
import type { CardFormComponent } from './card-seam.ts'
import { checkStep, firstUnfinished } from './check-step.ts'
import { PaymentStep } from './payment-step.tsx'
import { QuestionStep } from './question-step.tsx'
import { SendStep } from './send-step.tsx'
import { ProblemNote } from './sending-status.tsx'
import { useSending } from './use-sending.ts'
import { WizardFooter } from './wizard-footer.tsx'

type WizardDialogProps = {
  athlete: PublicAthlete
  cardForm: CardFormComponent
  device: Device
  draftId: string
  draft: AskDraft
  dispatch: (event: DraftEvent) => void
  steps: { forward: (step: number) => void; back: (step: number) => void; leave: () => void }
  saveNow: () => Promise<void>
  onAsked: (asked: { viewPath: string | null; wasEarlier: boolean }) => Promise<void>
}
