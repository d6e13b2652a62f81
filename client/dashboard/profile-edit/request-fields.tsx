import { priceOptions } from '../../../sync/athlete/offer.ts'
import { DAY_MS } from '../../../sync/limits.ts'
import { formatMoney } from '../../text/format-money.ts'
import { CheckField } from '../../ui/form/check-field.tsx'
import { DateField } from '../../ui/form/date-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TeamAddress } from '../profile/team-address.tsx'
import { dayOf, type PartProps, withCurrent } from './form-values.ts'

const PRICE_OPTIONS = priceOptions().map((cents) => ({ value: String(cents), label: priceLabel(cents) }))

/** Renders the price and the pause, which only athletes have (S2-2.51, S2-2.74, S2-2.75). */
export function RequestFields({ values, problems, set, now }: PartProps) {
  return (
    <>
      <SelectField
        label="Price of a question"
        placeholder="Choose a price"
        hint="Applies to questions asked from now on. Questions already asked keep their price."
        options={withCurrent(PRICE_OPTIONS, values.price, priceLabel(Number(values.price)))}
        error={problems.priceCents}
        value={values.price}
        onChange={({ target }) => set({ price: target.value })}
      />
      <div className="grid gap-3">
        <p className="max-w-xl text-pretty text-sm">
          While your requests are paused, nobody can send you a new question. You can still answer those you
          have. To pause them, contact <TeamAddress />, or use this switch.
        </p>
        <CheckField
          kind="switch"
          label="Pause new requests"
          checked={values.isPaused}
          onChange={({ target }) => set({ isPaused: target.checked })}
        />
        {values.isPaused && (
          <div className="max-w-60">
            <DateField
              label="Take requests again on"
              optional
              hint="Leave it empty to pause until you switch this off."
              min={dayOf(now + DAY_MS)}
              max={dayOf(now + 365 * DAY_MS)}
              error={problems.pause}
              value={values.returnDay}
              onChange={({ target }) => set({ returnDay: target.value })}
            />
          </div>
        )}
      </div>
    </>
  )
}

/** Returns "Free (tips optional)", or the price with its cents (S2-9.9, D21). */
export function priceLabel(cents: number): string {
  return cents === 0 ? 'Free (tips optional)' : formatMoney(cents, 'full')
}
