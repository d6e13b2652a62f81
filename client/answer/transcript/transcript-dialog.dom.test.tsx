import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { newId } from '../../api/new-id.ts'
import { show } from '../../testing/open-screen.tsx'
import { TranscriptDialog } from './transcript-dialog.tsx'

const words = page.getByLabelText('What is said')
const attach = (bytes: BlobPart) =>
  userEvent.upload(page.getByLabelText('Attach a .vtt, .srt or .txt file'), new File([bytes], 'words.srt'))

function showDialog(): void {
  show(
    <TranscriptDialog
      questionId={newId()}
      transcript={null}
      onSave={async () => true}
      onClose={() => undefined}
    />,
  )
}

test('an attached file of an older editor is read in its own characters', async () => {
  showDialog()
  await attach(Uint8Array.from([0x47, 0x72, 0xfc, 0xdf, 0x65]))
  await expect.element(words).toHaveValue('Grüße')
})

test('a file that cannot be read is said to be so, also where nothing was typed', async () => {
  showDialog()
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValueOnce(new DOMException('gone', 'NotReadableError'))
  await attach('Words')
  await expect.element(page.getByText('The file could not be read.', { exact: false })).toBeVisible()
  await attach('Words')
  await expect.element(words).toHaveValue('Words')
  await expect
    .element(page.getByText('The file could not be read.', { exact: false }))
    .not.toBeInTheDocument()
})
