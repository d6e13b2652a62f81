import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { DeskTeamAnswer, TeamMember } from '../../../sync/desk/team.ts'
import type { PushAnswer, PushRequest } from '../../../sync/protocol.ts'
import { newId } from '../../api/new-id.ts'
import { refreshSession } from '../../api/session.ts'
import { sessionOf } from '../../testing/people.ts'
import { answer, settleEverything } from '../../testing/server.ts'
import { showAtDesk } from '../../testing/show-at-desk.tsx'
import { ToastRegion } from '../../ui/toast-region.tsx'
import { TeamPage } from './team-page.tsx'

const NOW = Date.UTC(2026, 10, 27, 12)
const memberOf = (said: Partial<TeamMember> = {}): TeamMember => ({
  id: newId(),
  name: 'Ida Owner',
  email: 'ida@infield.test',
  deskRole: 'owner',
  hasFactor: true,
  joinedAt: NOW,
  seenAt: NOW,
  removedAt: null,
  ...said,
})
const sam = memberOf({ name: 'Sam Screener', email: 'sam@infield.test', deskRole: 'screener', seenAt: null })

async function opened(said: Partial<DeskTeamAnswer> = {}) {
  answer('session', sessionOf('admin'))
  await refreshSession()
  answer('deskTeam', { members: [memberOf(), sam], invites: [], now: NOW, ...said })
  const pushes = settleEverything()
  showAtDesk(
    <>
      <TeamPage />
      <ToastRegion />
    </>,
  )
  await expect.element(page.getByText('Sam Screener')).toBeVisible()
  return () =>
    pushes.flatMap(({ body }) => (body as PushRequest).intents.map(({ name, args }) => ({ name, args })))
}

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

test('somebody is invited with the role that is chosen, whose rights are said', async () => {
  const done = await opened()
  await userEvent.fill(page.getByLabelText('Email'), 'new@infield.test')
  await userEvent.selectOptions(page.getByLabelText('Role', { exact: true }), 'accountant')
  await expect.element(page.getByText(/Money, payouts, refunds and the audit/)).toBeVisible()
  await press('Send the invitation')
  const args = { inviteId: expect.any(String), email: 'new@infield.test', deskRole: 'accountant' }
  await expect.poll(done).toEqual([{ name: 'team.invite', args }])
  await expect.element(page.getByLabelText('Email')).toHaveValue('')
})

test('a member is removed once it was asked, and given another role', async () => {
  const done = await opened()
  await press('Remove Sam Screener from the team')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  expect(done()).toEqual([])
  await press('Remove Sam Screener from the team')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect.poll(done).toEqual([{ name: 'team.remove', args: { personId: sam.id } }])
  await press('Change role of Sam Screener')
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog.getByRole('button', { name: 'Change role' })).toBeDisabled()
  await userEvent.selectOptions(dialog.getByLabelText('Role'), 'support')
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect
    .poll(() => done().at(-1))
    .toEqual({ name: 'team.set-role', args: { personId: sam.id, deskRole: 'support' } })
})

test('what the server refuses is said: the last owner stays', async () => {
  await opened()
  answer('push', ({ body }): PushAnswer => {
    const { intents } = body as PushRequest
    return { outcomes: intents.map(({ id }) => ({ id, state: 'refused', refusal: { code: 'last-owner' } })) }
  })
  await press('Remove Ida Owner from the team')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect.element(page.getByText(/The team needs an owner/)).toBeVisible()
})

test('a question stays open while no answer came, and the same act is sent again', async () => {
  await opened()
  answer('push', () => new Response(null, { status: 502 }))
  await press('Remove Sam Screener from the team')
  const remove = page.getByRole('alertdialog').getByRole('button', { name: 'Remove' })
  await remove.click()
  await expect.element(page.getByText(/No answer came from the server/)).toBeVisible()
  await expect.element(remove).toBeEnabled()
  settleEverything()
  await remove.click()
  await expect.element(page.getByText('Sam Screener is no longer on the team.')).toBeVisible()
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
})

test('open invitations and former members are listed, and an invitation is withdrawn', async () => {
  const invite = { id: newId(), email: 'new@infield.test', deskRole: 'support', invitedBy: null } as const
  const done = await opened({
    members: [memberOf(), sam, memberOf({ name: 'Former Member', removedAt: NOW })],
    invites: [{ ...invite, invitedAt: NOW, expiresAt: NOW + 86_400_000 }],
  })
  await expect.element(page.getByRole('heading', { name: 'No longer on the team' })).toBeVisible()
  await expect.element(page.getByText(/by the command on the server/)).toBeVisible()
  answer('deskTeam', { members: [memberOf(), sam], invites: [], now: NOW })
  expect(document.activeElement).toBe(document.body)
  await press('Withdraw the invitation of new@infield.test')
  await expect.poll(done).toEqual([{ name: 'team.withdraw', args: { inviteId: invite.id } }])
  await expect.element(page.getByRole('heading', { name: 'Team', exact: true })).toHaveFocus()
})
