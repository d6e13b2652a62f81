import { useEffect, useRef } from 'react'
import type { OwnProfile } from '../../../sync/athlete/profile-edit.ts'
import { COPY } from '../../../sync/copy.ts'
import type { Role } from '../../../sync/roles.ts'
import { useNow } from '../../answer/use-now.ts'
import type { KnownPerson } from '../../api/session.ts'
import type { Device, OutboxRow } from '../../db/device.ts'
import { useStored } from '../../store/use-device.ts'
import { useDocument } from '../../store/use-document.ts'
import { showToast } from '../../ui/toasts.ts'
import { likelyProfile } from './likely-profile.ts'

export type OwnProfileView = {
  /** The profile as it is likely to be once everything has arrived; null while this device does not have it. */
  profile: OwnProfile | null
  role: Role
  /** The changes that the server refused, which are kept here. */
  refused: readonly OutboxRow[]
  /** Whether this device has read all that it has. */
  ready: boolean
}

/** Returns a member's own profile, with the changes under way from this device. */
export function useOwnProfile(person: KnownPerson): OwnProfileView {
  const { row, ready } = useDocument('people', person.id)
  const entries = useStored((device) => readSaves(device, person.id), person.id)
  const now = useNow()
  useSavedToast(entries)
  const role = (row?.role ?? person.role) as Role
  const stored = row?.profile ?? null
  return {
    profile: stored && entries && likelyProfile(stored, entries, { role, now }),
    role,
    refused: entries?.filter(({ state }) => state === 'refused') ?? [],
    ready: ready && entries !== null,
  }
}

async function readSaves(device: Device, personId: string): Promise<OutboxRow[]> {
  const entries = await device.outbox.where({ subject: personId }).sortBy('counter')
  return entries.filter(({ name }) => name === 'profile.save')
}

/**
 * Tells of a success once the server has settled a change that this page saw waiting, however old it is (S2-8.28).
 */
function useSavedToast(entries: readonly OutboxRow[] | null): void {
  const open = useRef(new Set<string>())
  useEffect(() => {
    for (const { id, state } of entries ?? []) {
      if (state === 'settled' && open.current.has(id))
        showToast({ text: COPY.profileUpdated, tone: 'success' })
      if (state === 'waiting' || state === 'parked') open.current.add(id)
      else open.current.delete(id)
    }
  }, [entries])
}
