import type { ReactNode } from 'react'
import type { PublicAthlete } from '../../../sync/athlete/athlete.ts'
import type { Device } from '../../db/device.ts'
import { LocalVideo } from '../../media/local-video.tsx'
import { countryName } from '../../text/country-options.ts'
import { formatDate } from '../../text/format-date.ts'
import { formatMoney } from '../../text/format-money.ts'
import { Avatar } from '../../ui/avatar.tsx'
import type { AskDraft } from '../asking/ask-draft.ts'
import { useDraftVideo } from './video-part.tsx'

type ReviewStepProps = {
  draft: AskDraft
  athlete: PublicAthlete
  device: Device
  amountCents: number
  /** Goes back to a step; absent while a payment or a submission is under way. */
  onEdit?: (step: number) => void
  /** The card form, or what stands in its place. */
  children?: ReactNode
}

/** Renders step 4: a summary, and the card form when there is something to pay (S1-4.16). */
export function ReviewStep({ draft, athlete, device, amountCents, onEdit, children }: ReviewStepProps) {
  const { asker } = draft
  const name = `${athlete.firstName} ${athlete.lastName}`
  return (
    <div className="grid grid-cols-1 gap-6">
      <section className="card divide-y">
        <div className="flex items-center gap-4 p-4">
          <Avatar name={name} src={athlete.pictureUrl} />
          <p className="min-w-0">
            <span className="block text-muted text-sm">To</span>
            <span className="label block truncate text-lg">{name}</span>
          </p>
        </div>
        <Part title="Your question" step={0} onEdit={onEdit}>
          <p className="label break-words text-lg leading-snug">{draft.subject}</p>
          {draft.video ? (
            <AskedVideo device={device} takeId={draft.video.id} />
          ) : (
            <p className="mt-1 whitespace-pre-wrap">{draft.text}</p>
          )}
        </Part>
        <Part title="From" step={1} onEdit={onEdit}>
          <p>
            {asker.firstName} {asker.lastName}, born {spokenDay(asker.birthDate)}
          </p>
          <p className="text-muted">
            {asker.city}, {countryName(asker.countryCode)}
          </p>
          <p className="[overflow-wrap:anywhere] text-muted">{asker.email}</p>
        </Part>
        <Part title="Payment" step={2} onEdit={onEdit}>
          <p className="figures">
            {amountCents === 0 ? (
              `Free${draft.discount ? ` with the code ${draft.discount.code}` : ''}. No card needed.`
            ) : (
              <>
                <strong className="label text-lg">{formatMoney(amountCents)}</strong>
                {draft.discount && `, with the code ${draft.discount.code},`} will be held on your card, and
                charged only when you are answered.
              </>
            )}
          </p>
        </Part>
      </section>
      {children}
    </div>
  )
}

type PartProps = { title: string; step: number; onEdit?: (step: number) => void; children: ReactNode }

function Part({ title, step, onEdit, children }: PartProps) {
  return (
    <div className="p-4">
      <div className="flex items-center justify-between gap-4">
        <h3 className="text-muted text-sm">{title}</h3>
        {onEdit && (
          <button
            type="button"
            onClick={() => onEdit(step)}
            className="label touch -my-2 -mr-2 px-2 text-sm underline decoration-2 decoration-signal underline-offset-4"
          >
            Edit<span className="sr-only"> {title.toLowerCase()}</span>
          </button>
        )}
      </div>
      {children}
    </div>
  )
}

function AskedVideo({ device, takeId }: { device: Device; takeId: string }) {
  const blob = useDraftVideo(device, takeId)
  return (
    <div data-theme="dark" className="relative mt-3 h-56 overflow-hidden rounded bg-sunken">
      {blob instanceof Blob && (
        <LocalVideo blob={blob} label="Your video" className="absolute inset-0 size-full" />
      )}
    </div>
  )
}

function spokenDay(day: string): string {
  const at = Date.parse(day)
  return Number.isNaN(at) ? day : formatDate(at, { zone: 'UTC' })
}
