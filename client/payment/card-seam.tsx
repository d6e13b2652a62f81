import type { SessionAnswer } from '../../sync/calls.ts'
import { COPY } from '../../sync/copy.ts'
import { FieldError } from '../ui/form/field.tsx'

export type CardFormProps = {
  /** The form's id: the screen's main button submits it from wherever it stands, with `form={formId}`. */
  formId: string
  clientSecret: string
  payments: SessionAnswer['payments']
  amountCents: number
  /** What has to be done before the card is asked, such as the video's upload; false when it could not be. */
  beforeConfirm: () => Promise<boolean>
  /** True while something is under way that must not be pressed again. */
  onBusy: (isBusy: boolean) => void
  /** The provider says that the amount is held; only the server's word makes it so. */
  onConfirmed: () => void
}

/** What became of a try to confirm a card; `problem` is for people. */
export type Confirmation = { ok: true } | { ok: false; problem: string }

/** The sentence of a refused card: the specified one, and the reason where there is one (S1-8, card confirmation). */
export function cardProblem(reason: string | undefined): string {
  return reason ? `${COPY.cardDetails} ${reason}` : COPY.cardDetails
}

export function CardProblem({ problem }: { problem: string | null }) {
  return <FieldError error={problem} />
}
