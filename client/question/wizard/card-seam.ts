import type { ComponentType } from 'react'
import type { SessionAnswer } from '../../../sync/calls.ts'

/** What the wizard asks of a card form; whoever opens the wizard brings one. */
export type CardSeam = {
  formId: string
  clientSecret: string
  payments: SessionAnswer['payments']
  amountCents: number
  beforeConfirm: () => Promise<boolean>
  onBusy: (isBusy: boolean) => void
  onConfirmed: () => void
  /** Whose words a refused card is told in; without it, the wizard's. */
  page?: 'request' | 'tip'
  onComplete?: (isComplete: boolean) => void
}

export type CardFormComponent = ComponentType<CardSeam>
