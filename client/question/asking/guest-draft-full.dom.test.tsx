import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { newId } from '../../api/new-id.ts'
import { openDevice } from '../../db/device.ts'
import { saveDraft } from '../../store/drafts.ts'
import { keepTake } from '../../store/takes.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { athlete, sessionOf } from '../../testing/people.ts'
import { answer, replicate, settleEverything } from '../../testing/server.ts'
import { emptyDraft } from './ask-draft.ts'

const INES = athlete({ username: 'ines', firstName: 'Ines' })

test('BR-2 a guest’s filmed question that a full device cannot copy to the account is said to be safe, and stays', async () => {
  const guest = openDevice('guest')
  const [id, questionId] = [newId(), newId()]
  const video = {
    id,
    type: 'video/mp4',
    durationMs: 900,
    recordedAt: Date.now(),
    blob: new Blob(['a question']),
  }
  await keepTake(guest, { ...video, purpose: 'question', questionId, dueAt: null, source: 'recorded' })
  const draft = { ...emptyDraft(newId()), subject: 'Starting blocks', page: 'request' as const }
  await saveDraft(guest, { id: questionId, athleteId: INES.id, body: JSON.stringify(draft) })
  const { put } = IDBObjectStore.prototype
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...row
  ) {
    if (this.name === 'videos') throw new DOMException('no room', 'QuotaExceededError')
    return put.apply(this, row)
  })
  onTestFinished(() => full.mockRestore())
  answer('session', sessionOf('basic'))
  answer('athlete', INES)
  replicate({})
  settleEverything()
  await openScreen('/request/ines')
  await expect
    .element(page.getByText('so your question could not be opened. It is safe', { exact: false }))
    .toBeVisible()
  await expect.element(page.getByLabelText('Subject')).toHaveValue('')
  expect(await openDevice('guest').drafts.count()).toBe(1)
})
