import { AddressPanel } from '../../account/address/address-panel.tsx'
import { PasskeyPanel } from '../../account/passkeys/passkey-panel.tsx'
import { SecondFactorPanel } from '../../account/second-factor/second-factor-panel.tsx'
import { DeviceList } from '../../account/sessions/device-list.tsx'
import { useSafety } from '../../account/sessions/use-safety.ts'
import { useSession } from '../../api/session.ts'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { ProfileSection } from './profile-section.tsx'

/** Renders where the account is signed in, and what signing in takes. Needs a network: only the server knows it. */
export function SafetySections() {
  const { safety, online, reload } = useSafety()
  const { person } = useSession()
  return (
    <>
      <ProfileSection title="Sign-in">
        <AddressPanel
          email={person?.email ?? null}
          change={safety?.emailChange ?? null}
          online={online && safety !== null}
          onChanged={reload}
        />
      </ProfileSection>
      <ProfileSection title="Devices">
        {!online && (
          <div className="mb-4">
            <StatusLine icon="offline" live>
              Offline. Devices are listed and signed out when you are back.
            </StatusLine>
          </div>
        )}
        {safety && (
          <DeviceList
            sessions={safety.sessions}
            more={safety.moreSessions}
            hasFactor={safety.secondFactor.isOn || safety.passkeys.length > 0}
            online={online}
            onEnded={reload}
          />
        )}
        {!safety && online && <Skeleton className="h-32" />}
      </ProfileSection>
      <ProfileSection title="Second step at sign-in">
        {safety && (
          <SecondFactorPanel
            secondFactor={safety.secondFactor}
            hasPasskey={safety.passkeys.length > 0}
            online={online}
            onChanged={reload}
          />
        )}
        {!safety &&
          (online ? <Skeleton className="h-20" /> : <p className="text-muted">This needs a network.</p>)}
      </ProfileSection>
      <ProfileSection title="Passkeys">
        {safety && <PasskeyPanel safety={safety} online={online} onChanged={reload} />}
        {!safety &&
          (online ? <Skeleton className="h-20" /> : <p className="text-muted">This needs a network.</p>)}
      </ProfileSection>
    </>
  )
}
