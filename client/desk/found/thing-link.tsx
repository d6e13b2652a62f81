import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Thing } from '../../../sync/desk/things.ts'
import { useSession } from '../../api/session.ts'
import { type DeskPart, partsOf } from '../desk-parts.ts'
import { nameOfThing, type Place, placeOf } from './thing-words.ts'

type ThingLinkProps = { thing: Thing; children?: ReactNode; onFollow?: () => void }

/**
 * Renders the name of a thing as a link to its place at the desk; plain text for an admin who may not open that
 * place.
 */
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

/**
 * Renders a link to one entry in a part of the desk. It also leads back to the entry that the address names, after
 * the admin has gone on to others.
 */
export function PlaceLink({ place, children, onFollow }: PlaceLinkProps) {
  return (
    <Link
      to="/admin"
      search={place}
      state={({ opened = 0 }) => ({ opened: opened + 1 })}
      className="link [overflow-wrap:anywhere]"
      onClick={onFollow}
    >
      {children}
    </Link>
  )
}

/** Returns the parts of the desk that the signed-in admin may open. */
function useParts(): DeskPart[] {
  const { person } = useSession()
  return person ? partsOf(person) : []
}
