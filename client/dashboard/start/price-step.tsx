import { priceOptions } from '../../../sync/athlete/offer.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { priceLabel } from '../profile-edit/request-fields.tsx'
import { bareAddress, shareLinks } from './share-links.ts'

const OPTIONS = priceOptions().map((cents) => ({ value: String(cents), label: priceLabel(cents) }))

type PriceStepProps = { username: string | null; value: number; onChange: (cents: number) => void }

/** The price of a question and the link to share (S2-2.57, S2-2.58, S2-2.83, D101). */
export function PriceStep({ username, value, onChange }: PriceStepProps) {
  const links = username ? shareLinks(username) : null
  return (
    <div className="grid gap-6">
      <SelectField
        label="Price of a question"
        hint="You can change it at any time in your profile."
        options={OPTIONS}
        value={String(value)}
        onChange={({ target }) => onChange(Number(target.value))}
      />
      {links && (
        <div className="grid gap-3">
          <p className="text-pretty">
            Fans find you at{' '}
            <strong className="[overflow-wrap:anywhere]">{bareAddress(links.profile)}</strong> and ask you
            straight away at{' '}
            <strong className="[overflow-wrap:anywhere]">{bareAddress(links.request)}</strong>.
          </p>
          <CopyButton text={links.profile} label="Copy share link" wide />
        </div>
      )}
    </div>
  )
}
