import type { FanQuestion } from '../../../sync/calls.ts'
import { CALLS } from '../../../sync/paths.ts'
import { FileButton } from '../../payment/file-button.tsx'

type ReceiptLineProps = { question: FanQuestion; token: string }

/** Renders links to the receipt and, if money went back, the credit note; both include tips and are PDFs. */
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
