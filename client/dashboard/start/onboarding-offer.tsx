import { useState } from 'react'
import type { KnownPerson } from '../../api/session.ts'
import type { Device } from '../../db/device.ts'
import { useStored } from '../../store/use-device.ts'
import { useOwnProfile } from '../profile/use-own-profile.ts'
import { OnboardingDialog } from './onboarding-dialog.tsx'

/** Opens the set-up for an athlete without a price; closed, it comes again with the next visit (S2-2.52). */
export function OnboardingOffer({ person }: { person: KnownPerson }) {
  const [isClosed, setClosed] = useState(false)
  const { profile } = useOwnProfile(person)
  const chosen = useStored((device) => readChosen(device, person.id), person.id)
  // a price that is on its way from here was chosen
  if (isClosed || !chosen || chosen.is) return null
  return <OnboardingDialog person={person} profile={profile} onClose={() => setClosed(true)} />
}

async function readChosen(device: Device, personId: string): Promise<{ is: boolean }> {
  const saves = await device.outbox.where({ subject: personId }).toArray()
  const is = saves.some(
    ({ name, state, args }) =>
      name === 'profile.save' && state !== 'refused' && 'priceCents' in (args.after as object),
  )
  return { is }
}
