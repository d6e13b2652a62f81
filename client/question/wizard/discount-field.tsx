import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { CheckDiscountAnswer } from '../../../sync/calls.ts'
import { LIMITS } from '../../../sync/limits.ts'
import { CALLS } from '../../../sync/paths.ts'
import { floorCents, type PriceTerms } from '../../../sync/payment/amount.ts'
import { call, isNetworkError } from '../../api/call.ts'
import { useOnline } from '../../api/connection.ts'
import { formatMoney } from '../../text/format-money.ts'
import { refusalText } from '../../text/refusals.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { excessOf } from '../../ui/form/text-limit.ts'
import { Icon } from '../../ui/icon.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import type { AskDraft, DraftEvent } from '../asking/ask-draft.ts'

type DiscountFieldProps = {
  draft: Pick<AskDraft, 'discount' | 'questionId' | 'offer'>
  terms: PriceTerms
  dispatch: (event: DraftEvent) => void
  /** Hides the field behind its name, because most fans have no code. */
  isFolded?: boolean
}

/** Renders the field for a discount code, which the server checks now and again when the ask is prepared (D27). */
export function DiscountField({ draft, terms, dispatch, isFolded = false }: DiscountFieldProps) {
  const { discount } = draft
  const ref = useFocusOnChange(discount !== null)
  const full = floorCents({ ...terms, discount: null })
  // A free question has no price to take anything off.
  if (full === 0) return null
  if (!discount) {
    const form = <CodeForm questionId={draft.questionId} terms={terms} dispatch={dispatch} />
    return <div ref={ref}>{isFolded ? <Fold>{form}</Fold> : form}</div>
  }
  return (
    <div
      ref={ref}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded bg-success-wash px-4 py-2"
    >
      <StatusLine icon="tag" tone="success" live>
        <strong className="label">{discount.code}</strong> takes {formatMoney(full - floorCents(terms))} off
        {draft.offer === 'more' ? ' the price. You pay what you offer.' : '.'}
      </StatusLine>
      <Button tone="quiet" size="small" onClick={() => dispatch({ type: 'discount', discount: null })}>
        Remove<span className="sr-only"> the discount code</span>
      </Button>
    </div>
  )
}

function Fold({ children }: { children: ReactNode }) {
  return (
    <details className="group">
      <summary className="touch label flex cursor-pointer list-none items-center gap-2 text-sm [&::-webkit-details-marker]:hidden">
        <Icon name="tag" className="size-5 text-muted" />
        Use a discount code
        <Icon name="chevron-down" className="size-4 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <div className="pt-3">{children}</div>
    </details>
  )
}

/** Moves the focus to what replaces a pressed button, because the button is gone with the change. */
function useFocusOnChange(isTaken: boolean) {
  const ref = useRef<HTMLDivElement>(null)
  const before = useRef(isTaken)
  useEffect(() => {
    if (before.current === isTaken) return
    before.current = isTaken
    ref.current?.querySelector<HTMLElement>('summary, input, button')?.focus()
  }, [isTaken])
  return ref
}

type CodeFormProps = Omit<DiscountFieldProps, 'draft'> & Pick<AskDraft, 'questionId'>

function CodeForm({ questionId, terms, dispatch }: CodeFormProps) {
  const online = useOnline()
  const [typed, setTyped] = useState('')
  const [state, setState] = useState<{ isBusy: boolean; problem: string | null }>(QUIET)
  const isTooLong = excessOf(typed, LIMITS.discountCodeCharacters) !== null
  const apply = async () => {
    const code = typed.trim()
    if (code === '' || isTooLong || state.isBusy || !online) return
    setState({ isBusy: true, problem: null })
    const checked = await call<CheckDiscountAnswer>(CALLS.checkDiscount, { code, questionId })
    if (!checked.ok) {
      const problem = isNetworkError(checked) ? UNREACHED : refusalText(checked.refusal)
      return setState({ isBusy: false, problem })
    }
    const { discount } = checked.value
    const isLess = floorCents({ ...terms, discount }) < floorCents({ ...terms, discount: null })
    setState({ isBusy: false, problem: isLess ? null : NOTHING_OFF })
    if (isLess) dispatch({ type: 'discount', discount: { ...discount, code } })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // Enter would submit the form around the field, which is the whole request.
    event.preventDefault()
    void apply()
  }
  return (
    <div className="flex max-w-md items-start gap-3">
      <div className="min-w-0 flex-1">
        <TextField
          label="Discount code"
          optional
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          limit={LIMITS.discountCodeCharacters}
          value={typed}
          readOnly={state.isBusy}
          error={state.problem}
          hint={online ? undefined : 'Codes are checked when you are back online.'}
          // A code that was typed and not applied would be dropped, and the full price held.
          isHeld={typed.trim() !== ''}
          onHold={() => !state.problem && setState({ ...state, problem: NOT_APPLIED })}
          onKeyDown={onKeyDown}
          onChange={({ target }) => {
            setTyped(target.value)
            setState(QUIET)
          }}
        />
      </div>
      <Button
        tone="secondary"
        className="mt-7"
        loading={state.isBusy}
        disabled={!online || typed.trim() === '' || isTooLong}
        onClick={apply}
      >
        Apply
      </Button>
    </div>
  )
}

const QUIET = { isBusy: false, problem: null }
const NOT_APPLIED = 'This code is not applied yet. Press Apply, or clear the field.'
const UNREACHED = 'The code could not be checked. Try again in a moment.'
const NOTHING_OFF = `This code makes no difference here: a question costs at least ${formatMoney(LIMITS.leastQuestionCents)}.`
