import { type ReactNode, useState } from 'react'
import { DESK_CALLS } from '../../../sync/desk/desk-paths.ts'
import type { DeskTeamAnswer, TeamInvite, TeamMember } from '../../../sync/desk/team.ts'
import { DESK_ROLES, type DeskRole, ROLE_NAMES } from '../../../sync/roles.ts'
import { useOnline } from '../../api/connection.ts'
import { formatDateTime } from '../../text/format.ts'
import { formatDate } from '../../text/format-date.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Button } from '../../ui/button.tsx'
import { useFocusMoved } from '../../ui/focus-moved.ts'
import { SelectField } from '../../ui/form/select-field.tsx'
import { Badge } from '../../ui/status/badge.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { ErrorLine } from '../error-line.tsx'
import { useRead } from '../use-read.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { InviteForm } from './invite-form.tsx'
import { act, sendAct } from './send-act.ts'
import { ROLE_RIGHTS } from './team-words.ts'

/**
 * Renders the team: the members and their roles, the open invitations, the former members, and the form to invite a
 * person.
 */
export function TeamPage() {
  const { answer, errorText, reload } = useRead<DeskTeamAnswer>(DESK_CALLS.deskTeam, {})
  const members = answer?.members.filter(({ removedAt }) => removedAt === null) ?? []
  const removed = answer?.members.filter(({ removedAt }) => removedAt !== null) ?? []
  const heading = useFocusMoved<HTMLHeadingElement>(
    answer ? `${members.length} ${answer.invites.length}` : undefined,
  )
  return (
    <div className="grid gap-6 lg:min-h-0 lg:grid-cols-[minmax(0,1fr)_24rem] lg:overflow-y-auto">
      <div className="grid content-start gap-6">
        <section aria-labelledby="team" className="grid gap-3">
          <h2 ref={heading} id="team" tabIndex={-1} className="display text-2xl">
            Team
          </h2>
          <ErrorLine errorText={errorText} onAgain={reload} />
          {!answer && !errorText && <Skeleton className="h-40" />}
          {members.length > 0 && (
            <ul className="card divide-y">
              {members.map((member) => (
                <MemberLine key={member.id} member={member} onDone={reload} />
              ))}
            </ul>
          )}
        </section>
        {answer && answer.invites.length > 0 && (
          <section aria-labelledby="invites" className="grid gap-3">
            <h3 id="invites" className="label">
              Invited
            </h3>
            <ul className="card divide-y">
              {answer.invites.map((invite) => (
                <InviteLine key={invite.id} invite={invite} onDone={reload} />
              ))}
            </ul>
          </section>
        )}
        {removed.length > 0 && (
          <section aria-labelledby="removed" className="grid gap-3">
            <h3 id="removed" className="label">
              No longer on the team
            </h3>
            <ul className="card divide-y">
              {removed.map(({ id, name, email, removedAt }) => (
                <Line key={id} name={name} under={email}>
                  <span className="figures text-muted text-sm">Removed {formatDate(removedAt ?? 0)}</span>
                </Line>
              ))}
            </ul>
          </section>
        )}
      </div>
      <aside className="card grid content-start gap-4 p-5 lg:self-start">
        <h2 className="display text-2xl">Invite somebody</h2>
        <InviteForm onInvited={reload} />
      </aside>
    </div>
  )
}

function Line({ name, under, children }: { name: string; under: ReactNode; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="grid min-w-0 flex-1 basis-56 gap-0.5">
        <p className="label [overflow-wrap:anywhere]">{name}</p>
        <p className="text-muted text-sm [overflow-wrap:anywhere]">{under}</p>
      </div>
      {children}
    </li>
  )
}

type MemberProps = { member: TeamMember; onDone: () => void }

function MemberLine({ member, onDone }: MemberProps) {
  const online = useOnline()
  const [asks, setAsks] = useState<'role' | 'remove' | null>(null)
  const { name, email, deskRole, hasFactor, seenAt } = member
  const seen = seenAt === null ? 'not signed in' : `last here ${formatDateTime(seenAt)}`
  return (
    <Line name={name} under={`${email} · ${seen}`}>
      <div className="flex flex-wrap items-center gap-2 max-md:w-full">
        <Badge>{ROLE_NAMES[deskRole]}</Badge>
        {!hasFactor && <Badge tone="warning">No second factor</Badge>}
        <Button
          tone="quiet"
          size="small"
          className="max-md:px-2"
          disabled={!online}
          aria-label={`Change role of ${name}`}
          onClick={() => setAsks('role')}
        >
          Change role
        </Button>
        <Button
          tone="quiet"
          size="small"
          className="max-md:px-2"
          disabled={!online}
          aria-label={`Remove ${name} from the team`}
          onClick={() => setAsks('remove')}
        >
          Remove
        </Button>
      </div>
      {asks === 'role' && <RoleDialog member={member} onClose={() => setAsks(null)} onDone={onDone} />}
      {asks === 'remove' && <RemoveDialog member={member} onClose={() => setAsks(null)} onDone={onDone} />}
    </Line>
  )
}

type DialogProps = MemberProps & { onClose: () => void }

function RoleDialog({ member: { id: personId, name, deskRole }, onClose, onDone }: DialogProps) {
  const [role, setRole] = useState<DeskRole>(deskRole)
  const change = async () => {
    const args = { personId, deskRole: role }
    const outcome = await act({ name: 'team.set-role', args }, `${name} is now ${ROLE_NAMES[role]}.`)
    onDone()
    return outcome
  }
  return (
    <ConfirmDialog
      title={`The role of ${name}`}
      action="Change role"
      keep="Cancel"
      tone="primary"
      disabled={role === deskRole}
      onConfirm={change}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <SelectField
          label="Role"
          hint={ROLE_RIGHTS[role]}
          value={role}
          options={DESK_ROLES.map((value) => ({ value, label: ROLE_NAMES[value] }))}
          onChange={(event) => setRole(event.currentTarget.value as DeskRole)}
        />
        <p className="text-muted text-sm">
          They are signed out, and sign in again with the new role. Invitations that they sent and that are
          still open are withdrawn.
        </p>
      </div>
    </ConfirmDialog>
  )
}

function RemoveDialog({ member: { id: personId, name }, onClose, onDone }: DialogProps) {
  const remove = async () => {
    const outcome = await act(
      { name: 'team.remove', args: { personId } },
      `${name} is no longer on the team.`,
      { 'not-found': `${name} was removed already.` },
    )
    onDone()
    return outcome
  }
  return (
    <ConfirmDialog
      title={`Remove ${name} from the team?`}
      action="Remove"
      keep="Cancel"
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        They are signed out everywhere at once and can no longer sign in. Invitations that they sent and that
        are still open are withdrawn. What they did keeps their name. To let them back in, invite them again.
      </p>
    </ConfirmDialog>
  )
}

function InviteLine({ invite, onDone }: { invite: TeamInvite; onDone: () => void }) {
  const online = useOnline()
  const { id: inviteId, email, deskRole, invitedBy, expiresAt } = invite
  const withdraw = async () => {
    await sendAct({ name: 'team.withdraw', args: { inviteId } }, 'The invitation is withdrawn.')
    onDone()
  }
  const by = invitedBy ? `by ${invitedBy}` : 'by the command on the server'
  return (
    <Line name={email} under={`${by} · open until ${formatDateTime(expiresAt)}`}>
      <div className="flex flex-wrap items-center gap-2">
        <Badge>{ROLE_NAMES[deskRole]}</Badge>
        <BusyButton
          tone="quiet"
          size="small"
          disabled={!online}
          aria-label={`Withdraw the invitation of ${email}`}
          onPress={withdraw}
        >
          Withdraw
        </BusyButton>
      </div>
    </Line>
  )
}
