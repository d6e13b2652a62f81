import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { DeskRating, InboxItem } from '../../../sync/desk/lists.ts'
import { LIMITS } from '../../../sync/limits.ts'
import { newId } from '../../api/new-id.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { sessionOf } from '../../testing/people.ts'
import { answer } from '../../testing/server.ts'

const WIDE = 'W'.repeat(LIMITS.nameCharacters)
const AT = Date.UTC(2026, 10, 27, 12)

const ITEM: InboxItem = {
  id: newId(),
  createdAt: AT,
  status: 'In-Progress',
  notes: '',
  content: 'Hello',
  firstName: WIDE,
  lastName: WIDE,
  username: null,
  personId: null,
  email: null,
  subject: 'W'.repeat(50),
  questionId: null,
  city: null,
  countryCode: null,
  socialPlatform: null,
  socialAccount: '@someone',
  sport: WIDE,
  position: null,
}

const RATING: DeskRating = {
  id: newId(),
  athleteUsername: 'wwwwwwwwwwwwwww',
  requestId: newId(),
  responseId: newId(),
  stars: 4,
  responseFeedback: '',
  infieldFeedback: '',
  createdAt: AT,
}

test.for(['feedback', 'contact', 'application', 'survey'])(
  'a row of %s with the longest words fits a narrow phone, and is no taller than six lines',
  async (tab) => {
    await page.viewport(320, 640)
    answer('session', sessionOf('admin'))
    answer('deskInbox', { items: [ITEM], more: false })
    answer('deskRatings', { ratings: [RATING], more: false })
    await openScreen(`/admin?tab=${tab}`)
    const row = page.getByRole('row').nth(1)
    await expect.element(row).toBeVisible()
    expect(document.documentElement.scrollWidth).toBe(320)
    expect(row.element().getBoundingClientRect().height).toBeLessThan(140)
  },
)
