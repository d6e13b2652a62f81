import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { AthleteAnswer, TeamEdits } from '../../../sync/desk/athletes.ts'
import type { PushAnswer, PushRequest } from '../../../sync/protocol.ts'
import { newId } from '../../api/new-id.ts'
import { refreshSession } from '../../api/session.ts'
import { sessionOf } from '../../testing/people.ts'
import { answer } from '../../testing/server.ts'
import { showAtDesk } from '../../testing/show-at-desk.tsx'
import { TeamEditsForm } from './team-edits-form.tsx'

const KEPT: TeamEdits = { paused: false, promo: false, tags: [], tiktokEmbeds: [] }
const row = { id: newId(), username: 'noraquist', name: 'Nora Quist', sport: 'Rowing', gone: null, cards: 0 }
const athlete: AthleteAnswer = {
  ...row,
  ...KEPT,
  ...{
    email: 'nora@infield.test',
    countryCode: 'NO',
    payoutAccount: null,
    pictureUrl: null,
    priceCents: 500,
  },
  ...{ pausedUntil: null, joinedAt: 1, open: 0, given: [] },
}
const tag = (name: string) => page.getByRole('button', { name, exact: true })
const save = page.getByRole('button', { name: 'Save' })

let load: (now: TeamEdits) => void

function Shown({ kept }: { kept: { now: TeamEdits } }) {
  const [edits, setEdits] = useState(KEPT)
  load = setEdits
  return <TeamEditsForm athlete={{ ...athlete, ...edits }} onSettled={() => setEdits({ ...kept.now })} />
}

/** Opens the form over a server that keeps `kept`. Returns what was pushed. */
async function opened(kept: { now: TeamEdits }) {
  answer('session', sessionOf('admin'))
  await refreshSession()
  const sent = answer('push', ({ body }): PushAnswer => {
    const { intents } = body as PushRequest
    const { before, now } = intents[0]!.args as unknown as { before: TeamEdits; now: TeamEdits }
    const isLost = JSON.stringify(before.tags) !== JSON.stringify(kept.now.tags)
    if (!isLost) kept.now = now
    return {
      outcomes: intents.map(({ id }) =>
        isLost
          ? { id, state: 'refused', refusal: { code: 'changed-meanwhile', detail: { fields: 'tags' } } }
          : { id, state: 'settled', value: {} },
      ),
    }
  })
  showAtDesk(<Shown kept={kept} />)
  return sent
}

test('another act on the athlete shows in the form, and drops nothing that was entered', async () => {
  await opened({ now: KEPT })
  await page.getByLabelText('Link 1').fill('https://www.tiktok.com/@a/video/7234567890')
  load({ ...KEPT, paused: true })
  await expect.element(page.getByLabelText('Takes no requests at the moment')).toBeChecked()
  await expect
    .element(page.getByLabelText('Link 1'))
    .toHaveValue('https://www.tiktok.com/@a/video/7234567890')
})

test('what changed meanwhile is named once, and the next save replaces it with what was entered', async () => {
  const kept = { now: { ...KEPT, tags: ['football'] } }
  const sent = await opened(kept)
  await tag('Running').click()
  await save.click()
  await expect.element(page.getByText(/Somebody else has changed this meanwhile: the tags\./)).toBeVisible()
  await expect.element(tag('Running')).toHaveAttribute('aria-pressed', 'true')
  await save.click()
  await expect.poll(() => kept.now.tags).toEqual(['running'])
  await expect.element(save).toBeDisabled()
  await expect.element(page.getByText(/Somebody else/)).not.toBeInTheDocument()
  expect(sent).toHaveLength(2)
})

test('BR-2 what was entered for an athlete is there again after another one was looked at, until it is saved', async () => {
  const kept = { now: KEPT }
  await opened(kept)
  await page.getByLabelText('Takes no requests at the moment').click()
  await tag('Running').click()
  const other = { ...athlete, ...KEPT, id: newId(), username: 'rosa' }
  showAtDesk(<TeamEditsForm athlete={other} onSettled={() => {}} />)
  await expect.element(tag('Running')).toHaveAttribute('aria-pressed', 'false')
  await expect.element(save).toBeDisabled()
  showAtDesk(<Shown kept={kept} />)
  await expect.element(tag('Running')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(page.getByLabelText('Takes no requests at the moment')).toBeChecked()
  await save.click()
  await expect.element(save).toBeDisabled()
  expect(kept.now).toMatchObject({ paused: true, tags: ['running'] })
  showAtDesk(<TeamEditsForm athlete={{ ...athlete, ...kept.now }} onSettled={() => {}} />)
  await expect.element(tag('Running')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(save).toBeDisabled()
})
