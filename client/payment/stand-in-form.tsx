import { useEffect, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { formatMoney } from '../text/format-money.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import {
  type CardFormProps,
  CardProblem,
  type Confirmation,
  cardWords,
  confirmedStatus,
  NO_ANSWER,
} from './card-seam.tsx'
import { useConfirmation } from './use-confirmation.ts'

type BrowserAnswer = {
  status: string
  error?: { message: string }
  nextAction?: { type: string }
}
type Card = { number: string; exp: string; cvc: string }

const STAND_IN = '/dev/stripe/browser'
const TEST_CARD: Card = { number: '4242 4242 4242 4242', exp: '12 / 34', cvc: '123' }

/** The card form of the local stand-in. Its fields work, but no real money moves. */
export function StandInForm(props: CardFormProps) {
  const [card, setCard] = useState<Card>({ number: '', exp: '', cvc: '' })
  const authentication = useAuthentication()
  const { submit, problem } = useConfirmation(
    props,
    () => confirmCard(props, card, authentication.ask),
    () => missingIn(card),
  )
  const { onComplete } = props
  const isComplete = isWhole(card)
  useEffect(() => onComplete?.(isComplete), [onComplete, isComplete])
  const set = (change: Partial<Card>) => setCard({ ...card, ...change })
  return (
    <form id={props.formId} onSubmit={submit} noValidate className="grid gap-4">
      <TextField
        label="Card number"
        inputMode="numeric"
        autoComplete="cc-number"
        placeholder="1234 1234 1234 1234"
        value={card.number}
        onChange={({ target }) => set({ number: groupCardNumber(target.value) })}
      />
      <div className="grid grid-cols-2 gap-4">
        <TextField
          label="Expiry date"
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder="MM / YY"
          value={card.exp}
          onChange={({ target }) => set({ exp: groupExpiry(target.value) })}
        />
        <TextField
          label="Security code"
          inputMode="numeric"
          autoComplete="cc-csc"
          placeholder="CVC"
          limit={4}
          value={card.cvc}
          onChange={({ target }) => set({ cvc: target.value })}
        />
      </div>
      <CardProblem problem={problem} />
      <p className="rounded bg-warning-wash px-3.5 py-2.5 text-sm text-warning">
        No real money moves here. Use the test card 4242 4242 4242 4242 with any date ahead and any code.{' '}
        <button
          type="button"
          onClick={() => setCard(TEST_CARD)}
          className="label min-h-6 underline underline-offset-4"
        >
          Fill it in
        </button>
      </p>
      <AuthenticationDialog
        amount={`${props.page === 'tip' ? 'a payment' : 'a hold'} of ${formatMoney(props.amountCents)}`}
        {...authentication}
      />
    </form>
  )
}

/** Returns the names of the empty fields in a sentence; null if every field has something in it. */
function missingIn({ number, exp, cvc }: Card): string | null {
  const empty = [
    number ? null : 'card number',
    exp ? null : 'expiry date',
    cvc ? null : 'security code',
  ].filter((name) => name !== null)
  if (empty.length === 0) return null
  return `Enter the ${[empty.slice(0, -1).join(', '), empty.at(-1)].filter(Boolean).join(' and ')} of your card.`
}

const isWhole = ({ number, exp, cvc }: Card) =>
  /^\d{12,19}$/.test(number.replace(/\D/g, '')) &&
  exp.replace(/\D/g, '').length === 4 &&
  /^\d{3,4}$/.test(cvc)

type AskOutcome = () => Promise<'pass' | 'fail'>

async function confirmCard(
  { clientSecret, page }: Pick<CardFormProps, 'clientSecret' | 'page'>,
  card: Card,
  askOutcome: AskOutcome,
): Promise<Confirmation> {
  const asked = await call<BrowserAnswer>(`${STAND_IN}/confirm`, { clientSecret, card })
  if (!asked.ok) return { ok: false, problem: NO_ANSWER }
  if (!asked.value.nextAction || asked.value.status !== 'requires_action')
    return readAnswer(asked.value, page)
  const outcome = await askOutcome()
  const answered = await call<BrowserAnswer>(`${STAND_IN}/authenticate`, { clientSecret, outcome })
  return answered.ok ? readAnswer(answered.value, page) : { ok: false, problem: NO_ANSWER }
}

function readAnswer({ status, error }: BrowserAnswer, page: CardFormProps['page']): Confirmation {
  if (status === confirmedStatus(page)) return { ok: true }
  return { ok: false, problem: cardWords(page).refused(error?.message) }
}

/** Opens a dialog in place of the bank's own page, and lets the confirmation wait for its answer. */
function useAuthentication() {
  const [isOpen, setOpen] = useState(false)
  const answer = useRef<(outcome: 'pass' | 'fail') => void>(() => {})
  const ask: AskOutcome = () =>
    new Promise((resolve) => {
      answer.current = resolve
      setOpen(true)
    })
  const onAnswer = (outcome: 'pass' | 'fail') => {
    setOpen(false)
    answer.current(outcome)
  }
  return { ask, isOpen, onAnswer }
}

type AuthenticationProps = {
  amount: string
  isOpen: boolean
  onAnswer: (outcome: 'pass' | 'fail') => void
}

function AuthenticationDialog({ amount, isOpen, onAnswer }: AuthenticationProps) {
  return (
    <Dialog
      open={isOpen}
      onClose={() => onAnswer('fail')}
      dismissible={false}
      role="alertdialog"
      title="Is this you?"
      keep="Refuse"
      footer={<Button onClick={() => onAnswer('pass')}>Confirm</Button>}
    >
      <p>
        Your bank asks you to confirm {amount}. This stands in for its own page (3-D Secure); no real money
        moves.
      </p>
    </Dialog>
  )
}

/** Formats a card number such as "4242 4242 4242 4242": all digits, in groups of four (American Express: 4, 6, 5). */
export function groupCardNumber(typed: string): string {
  const digits = typed.replace(/\D/g, '')
  if (/^3[47]/.test(digits))
    return [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)].join(' ').trim()
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ')
}

/**
 * Formats an expiry date such as "12 / 34". A month is complete with its second digit, or with a first digit from
 * 2 to 9. A year 2034 becomes 34.
 */
export function groupExpiry(typed: string): string {
  const digits = typed.replace(/\D/g, '')
  const month = /^[2-9]/.test(digits) ? `0${digits}` : digits
  if (month.length < 3) return month
  return `${month.slice(0, 2)} / ${month.slice(2).replace(/^20(\d\d)$/, '$1')}`
}
