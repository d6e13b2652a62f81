import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Thing } from '../../../sync/desk/things.ts'
import { useSession } from '../../api/session.ts'
import { type DeskPart, partsOf } from '../desk-parts.ts'
import { nameOfThing, type Place, placeOf } from './thing-words.ts'

type ThingLinkProps = { thing: Thing; children?: ReactNode; onFollow?: () => void }

/** The name of a thing, as the way to it; only the name for somebody who may not open where it is. */
export function ThingLink({ thing, children = nameOfThing(thing), onFollow }: ThingLinkProps) {
  const place = placeOf(thing, useParts())
  return place ? (
    <PlaceLink place={place} onFollow={onFollow}>
      {children}
    </PlaceLink>
  ) : (
    <span>{children}</span>
  )
}

type PlaceLinkProps = { place: Place; children: ReactNode; onFollow?: (() => void) | undefined }

/** Leads to one thing of a part of the desk. */
export function PlaceLink({ place, children, onFollow }: PlaceLinkProps) {
  return (
    <Link to="/admin" search={place} className="link [overflow-wrap:anywhere]" onClick={onFollow}>
      {children}
    </Link>
  )
}

/** The parts that whoever is signed in may open. */
function useParts(): DeskPart[] {
  const { person } = useSession()
  return person ? partsOf(person) : []
}
