import type { PublicAthlete } from '../../../sync/athlete/athlete.ts'
import type { Device } from '../../db/device.ts'
import type { AskDraft, DraftEvent } from './ask-draft.ts'

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
