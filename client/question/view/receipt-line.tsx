import type { FanQuestion } from '../../../sync/calls.ts'
import { CALLS } from '../../../sync/paths.ts'
import { FileButton } from '../../payment/file-button.tsx'

type ReceiptLineProps = { question: FanQuestion; token: string }

/** What was charged for the question and what went back of it, tips included, as documents: a page for each. */
export function ReceiptLine({ question: { hasCreditNote }, token }: ReceiptLineProps) {
  return (
    <div className="flex flex-wrap gap-x-8">
      <FileButton path={CALLS.receiptFile} body={{ token }} tone="quiet">
        Receipt (PDF)
      </FileButton>
      {hasCreditNote && (
        <FileButton path={CALLS.receiptFile} body={{ token, paper: 'credit-note' }} tone="quiet">
          Credit note (PDF)
        </FileButton>
      )}
    </div>
  )
}
