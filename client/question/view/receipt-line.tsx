import { CALLS } from '../../../sync/paths.ts'
import { FileButton } from '../../payment/file-button.tsx'

/** What was charged for the question, tips included, as a document: a page for each payment. */
export function ReceiptLine({ token }: { token: string }) {
  return (
    <FileButton path={CALLS.receiptFile} body={{ token }} tone="quiet">
      Receipt (PDF)
    </FileButton>
  )
}
