import { Link } from '@tanstack/react-router'
import type { AthleteAnswer, GivenCard } from '../../../sync/desk/athletes.ts'
import { DESK_CALLS } from '../../../sync/desk/desk-paths.ts'
import { useOnline } from '../../api/connection.ts'
import { countryName } from '../../text/country-options.ts'
import { formatDateTime } from '../../text/format.ts'
import { formatDate } from '../../text/format-date.ts'
import { formatMoney } from '../../text/format-money.ts'
import { mailAddress } from '../../text/mail-address.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Badge } from '../../ui/status/badge.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { ErrorLine } from '../error-line.tsx'
import { sendAct } from '../office/send-act.ts'
import { signOutEverywhere } from '../office/sign-out-form.tsx'
import { FactList, Pane, Part } from '../panes.tsx'
import { useDeskHints } from '../use-desk-hints.ts'
import { useMay } from '../use-may.ts'
import { useRead } from '../use-read.ts'
import { AthletePayouts } from './athlete-payouts.tsx'
import { CARD_NAMES, CARD_TONES, standing } from './card-words.ts'
import { GiveCard } from './give-card.tsx'
import { TeamEditsForm } from './team-edits-form.tsx'

type AthletePaneProps = { id: string; onChanged: () => void; onBack: () => void }

/**
 * Renders one athlete: their state, the settings that only the team changes, their payouts and their warning cards.
 */
export function AthletePane({ id, onChanged, onBack }: AthletePaneProps) {
  const { answer, errorText, reload } = useRead<AthleteAnswer>(DESK_CALLS.deskAthlete, { id })
  // A card ends the questions that are open by then, so their number must not be an old one.
  useDeskHints(reload)
  const changed = () => {
    reload()
    onChanged()
  }
  return (
    <Pane label="The athlete" of={id} onBack={onBack}>
      <ErrorLine errorText={errorText} onAgain={reload} />
      {!answer && !errorText && <Skeleton className="h-64" />}
      {answer && <Whole athlete={answer} onChanged={changed} />}
    </Pane>
  )
}

type WholeProps = { athlete: AthleteAnswer; onChanged: () => void }

function Whole({ athlete, onChanged }: WholeProps) {
  const {
    name,
    username,
    pictureUrl,
    email,
    countryCode,
    payoutAccount,
    sport,
    priceCents,
    open,
    joinedAt,
    pausedUntil,
    gone,
  } = athlete
  const stands = standing(athlete)
  const isHere = gone !== 'closed' && gone !== 'leaving'
  const mayPay = useMay('pay-out')
  const mayReview = useMay('change-pictures')
  return (
    <>
      <header className="flex items-center gap-4">
        <Avatar name={name} src={pictureUrl} />
        <div className="min-w-0">
          <h2 className="display text-2xl [overflow-wrap:anywhere]">{name}</h2>
          <p className="flex flex-wrap items-center gap-2 text-muted text-sm">
            @{username}
            {stands && <Badge tone={stands.tone}>{stands.text}</Badge>}
          </p>
        </div>
      </header>
      <FactList
        facts={[
          [
            'Email',
            <a key="mail" href={mailAddress(email)} className="link">
              {email}
            </a>,
          ],
          ['Sport', sport],
          ['Country', countryCode && countryName(countryCode)],
          ['Bank account', PAYOUT_ACCOUNTS[payoutAccount ?? 'none']],
          [
            'Price',
            priceCents === null ? 'Not chosen yet' : priceCents === 0 ? 'Free' : formatMoney(priceCents),
          ],
          ['Open questions', open],
          ['Paused until', pausedUntil === null ? null : formatDate(pausedUntil)],
          ['Joined', formatDate(joinedAt)],
        ]}
      />
      {isHere && <TeamEditsForm key={athlete.id} athlete={athlete} onSettled={onChanged} />}
      {isHere && mayReview && (
        <Part title="Photos">
          <Link to="/admin" search={{ tab: 'pictures' }} className="link inline-flex min-h-11 items-center">
            Asked for and looked at under Pictures
          </Link>
        </Part>
      )}
      {mayPay && <AthletePayouts personId={athlete.id} name={name} />}
      <Cards athlete={athlete} onChanged={onChanged} />
      {gone !== 'closed' && <Sessions email={email} />}
    </>
  )
}

const PAYOUT_ACCOUNTS = {
  none: 'None at the provider',
  unfinished: 'Begun at the provider, not finished',
  ready: 'Ready at the provider',
  restricted: 'Restricted by the provider',
  disconnected: 'Disconnected',
  refused: 'Refused by the provider',
} as const

function Sessions({ email }: { email: string }) {
  const online = useOnline()
  return (
    <Part title="Sessions">
      <BusyButton
        tone="secondary"
        size="small"
        icon="logout"
        disabled={!online}
        onPress={() => signOutEverywhere(email)}
      >
        Sign out everywhere
      </BusyButton>
    </Part>
  )
}

const NOT_OUT = {
  'not-found': 'There is nothing to put back: the listing is back already, or the account is closed.',
}

function Cards({ athlete, onChanged }: WholeProps) {
  const online = useOnline()
  const { given, gone, id, username } = athlete
  const restore = async () => {
    const intent = { name: 'athlete.restore', args: { personId: id } } as const
    await sendAct(intent, `@${username} is listed again, paused.`, NOT_OUT)
    // After a refusal too, because the pane then shows what has changed.
    onChanged()
  }
  return (
    <Part title="Cards">
      {given.length === 0 && <p className="text-muted">None given.</p>}
      <ul className="grid gap-3">
        {given.map((card) => (
          <CardLine key={card.id} card={card} />
        ))}
      </ul>
      {gone !== 'closed' && gone !== 'leaving' && (
        <div className="mt-4 flex flex-wrap gap-3">
          <GiveCard athlete={athlete} onAnswered={onChanged} />
          {gone === 'removed' && (
            <BusyButton tone="secondary" size="small" disabled={!online} onPress={restore}>
              Put the listing back
            </BusyButton>
          )}
        </div>
      )}
    </Part>
  )
}

function CardLine({ card: { card, reason, by, at } }: { card: GivenCard }) {
  return (
    <li className="grid justify-items-start gap-1">
      <Badge tone={CARD_TONES[card]}>{CARD_NAMES[card]}</Badge>
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">{reason}</p>
      <p className="figures text-muted text-xs">
        {by}, {formatDateTime(at)}
      </p>
    </li>
  )
}
