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
 * The profile as it is likely to be once everything has arrived: what the server last told, with what is under way from
 * here, by the server's own rule. What it has settled counts until a pull shows it.
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

/** What an entry of the outbox wants of the profile. */
export function changeOf({ args }: Pick<OutboxRow, 'args'>): ProfileChange {
  return args as unknown as ProfileChange
}
