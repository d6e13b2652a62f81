import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { SystemAnswer } from '../../../sync/desk/office.ts'
import { newId } from '../../api/new-id.ts'
import { refreshSession } from '../../api/session.ts'
import { sessionOf } from '../../testing/people.ts'
import { answer, settleEverything } from '../../testing/server.ts'
import { showAtDesk } from '../../testing/show-at-desk.tsx'
import { SystemPage } from './system-page.tsx'

const NOW = Date.UTC(2026, 10, 27, 12)
const system: SystemAnswer = {
  ...{ jobs: { waiting: 0, due: 0, active: 0 }, mails: { waiting: 0 }, pushes: { waiting: 0 } },
  ...{ money: { underWay: 0 }, videos: { bytes: 0, count: 0, refused: 0, freeBytes: 1, totalBytes: 1 } },
  ...{ troubles: [], moreTroubles: false, warnings: [], epoch: 'e', protocol: 1, now: NOW },
}
const trouble = { of: 'job', id: newId(), kind: 'mail.send', tries: 3, error: null, since: NOW } as const

test('a trouble that is tried again leaves the list, and the focus goes to the head of the list', async () => {
  answer('session', sessionOf('admin'))
  await refreshSession()
  settleEverything()
  const troubles = [{ ...trouble, about: null, mayRetry: true, mayDrop: false }]
  answer('deskSystem', { ...system, troubles })
  showAtDesk(<SystemPage />)
  const again = page.getByRole('button', { name: 'Try again' })
  await expect.element(again).toBeVisible()
  answer('deskSystem', system)
  await again.click()
  await expect.element(page.getByRole('heading', { name: 'Needs somebody' })).toHaveFocus()
})
