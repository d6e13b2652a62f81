import {
  applyProfileChange,
  type OwnProfile,
  type ProfileChange,
} from '../../../sync/athlete/profile-edit.ts'
import type { PersonDocument } from '../../../sync/collections.ts'
import type { Caller } from '../../../sync/roles.ts'
import type { OutboxRow } from '../../db/device.ts'

type Entry = Pick<OutboxRow, 'state' | 'args' | 'value'>

/**
 * Returns the profile as it is likely to be once everything has arrived: the server's last version, with the changes
 * under way from here applied by the server's own rule. A settled change counts until a pull brings it.
 */
export function likelyProfile(
  stored: NonNullable<PersonDocument['profile']>,
  entries: readonly Entry[],
  saving: { role: Caller['role']; now: number },
): OwnProfile {
  const { revision, ...told } = stored
  let profile: OwnProfile = told
  for (const entry of entries) {
    if (entry.state === 'refused') continue
    if (entry.state === 'settled' && Number(entry.value?.revision ?? 0) <= revision) continue
    const applied = applyProfileChange(profile, changeOf(entry), saving)
    if (applied.ok) profile = applied.value
  }
  return profile
}

/** Returns the change of the profile that an outbox entry asks for. */
export function changeOf({ args }: Pick<OutboxRow, 'args'>): ProfileChange {
  return args as unknown as ProfileChange
}
