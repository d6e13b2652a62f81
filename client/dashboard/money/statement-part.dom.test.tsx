import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Statement } from '../../../sync/payment/statement.ts'
import { show } from '../../testing/open-screen.tsx'
import { StatementPart } from './statement-part.tsx'

const statement: Statement = {
  ...{ heldCents: 0, earnedCents: 0, paidOutCents: 12_000, onItsWayCents: 0, balanceCents: -12_000 },
  ...{ takingBackCents: 0, firstMonth: null, lines: [] },
}

test.each([
  [0, 'Your next answers and tips make up for it; you are not asked to pay.'],
  [12_000, 'We are taking $120.00 back from what we transferred to your account.'],
  [
    2_000,
    'We are taking $20.00 back from what we transferred to your account. Your next answers and tips make up for the rest; you are not asked to pay.',
  ],
])(
  'a balance below zero of which %i cents are taken from transfers says what makes up for it',
  async (takingBackCents, said) => {
    show(<StatementPart statement={{ ...statement, takingBackCents }}>{null}</StatementPart>)
    await expect
      .element(page.getByText(`More went back to fans than you were owed. ${said}`, { exact: true }))
      .toBeVisible()
  },
)
