import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { PublicAthlete } from '../../../sync/athlete/athlete.ts'
import { PAUSED } from '../../../sync/text/paused.ts'
import { PRODUCT } from '../../../sync/text/product.ts'
import { PausedNote } from '../../athlete/ask-panel.tsx'
import { fullName, priceText, roleText } from '../../athlete/athlete-text.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { AthletePicker } from './athlete-picker.tsx'

/** The id of the element that names the chosen athlete. */
export const CHOSEN_ID = 'chosen-athlete'

type AthleteChooserProps = {
  athlete: PublicAthlete | null
  /** The reason why the athlete in the address cannot be shown, or null. */
  problem: string | null
}

/** Renders step 1: the chosen athlete, and a way to choose another one (S2-2.84). The address holds the choice. */
export function AthleteChooser({ athlete, problem }: AthleteChooserProps) {
  const navigate = useNavigate()
  const [isChanging, setChanging] = useState(false)
  const choose = ({ id, username }: PublicAthlete) => {
    if (id === athlete?.id) return setChanging(false)
    void navigate({
      to: '/request/{-$username}',
      params: { username },
      replace: true,
      resetScroll: false,
    })
  }
  const isOpen = athlete === null || isChanging
  return (
    <div className="grid grid-cols-1 gap-5">
      {problem && (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
      {athlete && (
        <Chosen athlete={athlete} isChanging={isChanging} onChange={() => setChanging(!isChanging)} />
      )}
      {athlete?.paused && (
        <div className="grid gap-1">
          <StatusLine icon="pause" tone="warning">
            {PAUSED}
          </StatusLine>
          <PausedNote until={athlete.pausedUntil} />
        </div>
      )}
      {isOpen && <AthletePicker label={`Find an ${PRODUCT.infielder}`} onChoose={choose} />}
    </div>
  )
}

type ChosenProps = { athlete: PublicAthlete; isChanging: boolean; onChange: () => void }

/** Renders the chosen athlete, whose name links to the profile (S2-2.99). */
function Chosen({ athlete, isChanging, onChange }: ChosenProps) {
  return (
    <div
      id={CHOSEN_ID}
      tabIndex={-1}
      className="card flex flex-wrap items-center gap-x-4 gap-y-3 p-4 outline-none"
    >
      <Avatar name={fullName(athlete)} src={athlete.pictureUrl} />
      <p className="min-w-0 flex-1 basis-36">
        <Link
          to="/athletes/$username"
          params={{ username: athlete.username }}
          className="display block break-words text-2xl underline decoration-2 decoration-transparent underline-offset-4 hover:decoration-signal"
        >
          {fullName(athlete)}
        </Link>
        <span className="block text-muted text-sm">{roleText(athlete)}</span>
        <span className="label figures block text-sm">{priceText(athlete)}</span>
      </p>
      <Button tone="secondary" size="small" aria-expanded={isChanging} onClick={onChange}>
        {isChanging ? 'Keep' : 'Change'}
        <span className="sr-only"> {fullName(athlete)}</span>
      </Button>
    </div>
  )
}
