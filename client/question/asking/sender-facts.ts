import type { PublicAthlete } from '../../../sync/athlete/athlete.ts'
import type { Device } from '../../db/device.ts'
import type { AskDraft, DraftEvent } from './ask-draft.ts'
import type { Problem } from './send-ask.ts'
import type { CardStage, SendingStage } from './sending-stage.ts'

/** What a sender works on and reports to. The screen replaces it with every render, so that it is always current. */
export type SenderFacts = {
  device: Device
  athlete: PublicAthlete
  draftId: string
  draft: AskDraft
  dispatch: (event: DraftEvent) => void
  /** Saves the draft; called before anything is sent. */
  saveNow: () => Promise<void>
  /** Called when the question is asked; the caller drops the draft. */
  onAsked: (asked: { viewPath: string | null; wasEarlier: boolean }) => Promise<void>
}

export type SenderState = {
  stage: SendingStage
  problem: Problem | null
  /** The payment that was set up, whatever stage the sending is at. */
  card: CardStage | null
  /** Whether the bank is asked about the card, or has just said that it is held: nothing may release it meanwhile. */
  isConfirming: boolean
}
