import { useEffect, useId, useRef, useState } from 'react'
import type { PublicAthlete } from '../../../sync/athlete/athlete.ts'
import { fullName, priceText, roleText } from '../../athlete/athlete-text.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { CONTROL } from '../../ui/form/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import type { FoundAthletes } from './find-athletes.ts'

const TYPING_MS = 250
const SHOWN = 12
const NONE_SEEN: FoundAthletes = { athletes: [], isMore: false, isSeen: true }

type AthletePickerProps = { label: string; onChoose: (athlete: PublicAthlete) => void }

/**
 * Renders a search among the athletes who take questions; without a network, among those that this device has seen.
 */
export function AthletePicker({ label, onChoose }: AthletePickerProps) {
  const id = useId()
  const [q, setQ] = useState('')
  const found = useAthletes(q)
  return (
    <div className="grid grid-cols-1 gap-4">
      <search className="relative">
        <label htmlFor={id} className="label mb-1.5 block text-sm">
          {label}
        </label>
        <Icon name="search" className="pointer-events-none absolute bottom-3.5 left-3.5 size-5 text-muted" />
        <input
          id={id}
          type="search"
          autoComplete="off"
          placeholder="Name, sport, topic..."
          onChange={({ target }) => setQ(target.value)}
          className={`${CONTROL} pl-11 [&::-webkit-search-cancel-button]:grayscale`}
        />
      </search>
      <p role="status" className="text-muted text-sm empty:hidden">
        {found && countText(found)}
      </p>
      {found ? <Found athletes={found.athletes} onChoose={onChoose} /> : <Skeleton className="h-72 w-full" />}
    </div>
  )
}

function Found({ athletes, onChoose }: Pick<AthletePickerProps, 'onChoose'> & { athletes: PublicAthlete[] }) {
  return (
    <ul className="grid gap-2 sm:grid-cols-2">
      {athletes.slice(0, SHOWN).map((athlete) => (
        <li key={athlete.id} className="grid">
          <button
            type="button"
            onClick={() => onChoose(athlete)}
            className="card flex min-w-0 items-center gap-3 p-3 text-left hover:border-ink"
          >
            <Avatar name={fullName(athlete)} src={athlete.pictureUrl} />
            <span className="min-w-0">
              <span className="label block truncate">{fullName(athlete)}</span>
              <span className="block truncate text-muted text-sm">{roleText(athlete)}</span>
              <span className="figures block text-muted text-sm">{priceText(athlete)}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function countText({ athletes, isMore, isSeen }: FoundAthletes): string {
  if (athletes.length === 0)
    return isSeen ? 'No athlete seen on this device matches.' : 'No athlete matches. Try fewer letters.'
  if (isSeen) return 'The roster could not be reached: these were seen on this device.'
  return isMore || athletes.length > SHOWN
    ? `The first ${Math.min(SHOWN, athletes.length)}. Type to find others.`
    : ''
}

/** Returns the athletes found for the latest text. An answer for an older text is ignored. */
function useAthletes(q: string): FoundAthletes | null {
  const [found, setFound] = useState<FoundAthletes | null>(null)
  const turn = useRef(0)
  useEffect(() => {
    turn.current += 1
    const mine = turn.current
    const look = async () => {
      const finder = await import('./find-athletes.ts').catch(() => null)
      const athletes = (await finder?.findAthletes(q)) ?? NONE_SEEN
      if (mine === turn.current) setFound(athletes)
    }
    const timer = setTimeout(() => void look(), q === '' ? 0 : TYPING_MS)
    return () => clearTimeout(timer)
  }, [q])
  return found
}
