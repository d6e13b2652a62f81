import { type FormEvent, useState } from 'react'
import { codeCreate } from '../../../sync/desk/office.ts'
import { westernDigits } from '../../../sync/digits.ts'
import { dollarsToCents } from '../../../sync/dollars.ts'
import { DAY_MS } from '../../../sync/limits.ts'
import { withoutMarks } from '../../../sync/marks.ts'
import { useOnline } from '../../api/connection.ts'
import { newId } from '../../api/new-id.ts'
import { serverNow } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { MoneyField } from '../../ui/form/money-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { sendAct } from './send-act.ts'

const BLANK = { code: '', label: '', off: 'percent', value: '', maxUses: '', maxUsesEach: '1', days: '' }
type Typed = typeof BLANK

/**
 * Returns the whole number that the admin typed, null for an empty field (no limit), and NaN for anything else,
 * such as "1e3" or "0x10".
 */
function numberOf(text: string): number | null {
  const typed = westernDigits(withoutMarks(text)).trim()
  if (typed === '') return null
  return /^\d+$/.test(typed) ? Number(typed) : Number.NaN
}

const MADE = 'The code is valid from now on.'
const NO_DAY = 'A code is valid for one day at least. Leave the days empty for one that does not end.'
const TAKEN = {
  'id-taken': 'This code already exists, or did. A code is given out only once: choose another one.',
}

const problemOf = ({ days }: Typed) =>
  numberOf(days) === 0 ? NO_DAY : 'Check the code, its name and the numbers: whole ones, above zero.'

/** Renders the form that makes a discount code. The admin types the code as fans will type it (D27). */
export function NewCodeForm({ onMade }: { onMade: () => void }) {
  const online = useOnline()
  const [typed, setTyped] = useState<Typed>(BLANK)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const set = (changed: Partial<Typed>) => {
    setProblem(null)
    setTyped({ ...typed, ...changed })
  }
  const make = async (event: FormEvent) => {
    event.preventDefault()
    const args = codeCreate.safeParse(argsOf(typed))
    if (!args.success || numberOf(typed.days) === 0) return setProblem(problemOf(typed))
    setBusy(true)
    const isMade = await sendAct({ name: 'code.create', args: args.data }, MADE, TAKEN)
    setBusy(false)
    if (isMade) setTyped(BLANK)
    // Also after a refusal, because the code may exist by now and the list then shows it.
    onMade()
  }
  return (
    <form onSubmit={make} noValidate className="grid gap-4">
      <TextField
        label="Code"
        hint="As fans will type it. It is not shown again."
        autoComplete="off"
        value={typed.code}
        error={problem}
        onChange={(event) => set({ code: event.currentTarget.value })}
      />
      <TextField
        label="Name"
        hint="What the team calls it."
        value={typed.label}
        onChange={(event) => set({ label: event.currentTarget.value })}
      />
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          label="Takes off"
          value={typed.off}
          options={[
            { value: 'percent', label: 'Percent' },
            { value: 'cents', label: 'Dollars' },
          ]}
          onChange={(event) => set({ off: event.currentTarget.value })}
        />
        {typed.off === 'percent' ? (
          <TextField
            label="Percent"
            inputMode="numeric"
            value={typed.value}
            onChange={(event) => set({ value: event.currentTarget.value })}
          />
        ) : (
          <MoneyField label="Dollars" value={typed.value} onChange={(value) => set({ value })} />
        )}
        <TextField
          label="Uses in all"
          optional
          inputMode="numeric"
          value={typed.maxUses}
          onChange={(event) => set({ maxUses: event.currentTarget.value })}
        />
        <TextField
          label="Uses each"
          optional
          inputMode="numeric"
          value={typed.maxUsesEach}
          onChange={(event) => set({ maxUsesEach: event.currentTarget.value })}
        />
        <TextField
          label="Days"
          optional
          inputMode="numeric"
          value={typed.days}
          onChange={(event) => set({ days: event.currentTarget.value })}
        />
      </div>
      <Button
        type="submit"
        tone="secondary"
        className="justify-self-start"
        loading={isBusy}
        disabled={!online}
      >
        Make the code
      </Button>
    </form>
  )
}

function argsOf({ code, label, off, value, maxUses, maxUsesEach, days }: Typed): object {
  const wholeDays = numberOf(days)
  return {
    codeId: newId(),
    code,
    label,
    off,
    // A missing amount becomes 0, which `codeCreate` refuses.
    value: (off === 'cents' ? dollarsToCents(value) : numberOf(value)) ?? 0,
    maxUses: numberOf(maxUses),
    maxUsesEach: numberOf(maxUsesEach),
    expiresAt: wholeDays === null ? null : Math.round(serverNow() + wholeDays * DAY_MS),
  }
}
