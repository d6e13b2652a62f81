import { useState } from 'react'
import { priceOptions } from '../../../sync/athlete/offer.ts'
import type { OwnProfile } from '../../../sync/athlete/profile-edit.ts'
import { ANSWER_MS, DAY_MS, LIMITS } from '../../../sync/limits.ts'
import { payoutRoute } from '../../../sync/payment/payout-account.ts'
import type { KnownPerson } from '../../api/session.ts'
import { FEE_LINE } from '../../text/fee-line.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useFocusMoved } from '../../ui/focus-moved.ts'
import { SelectField } from '../../ui/form/select-field.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { priceLabel } from '../profile-edit/request-fields.tsx'
import { type Payout, PayoutChoice } from './payout-choice.tsx'
import { bareAddress, shareLinks } from './share-links.ts'
import { useFinish } from './use-finish.ts'

const STEPS = 3
/** The price that is selected at first (S2-9.9, D21). */
const FIRST_PRICE_CENTS = 500

type OnboardingDialogProps = {
  person: Pick<KnownPerson, 'id' | 'firstName' | 'username' | 'email'>
  /** The profile as this device knows it. */
  profile: Pick<OwnProfile, 'countryCode' | 'payoutHandle'> | null
  onClose: () => void
}

/** Renders the set-up of an athlete without a price: welcome, payments, price and link (S2-2.52 to S2-2.59, D22). */
export function OnboardingDialog({ person, profile, onClose }: OnboardingDialogProps) {
  const [step, setStep] = useState(1)
  const stepLine = useFocusMoved<HTMLParagraphElement>(step)
  const known = profile?.payoutHandle ?? null
  const [payout, setPayout] = useState<Payout>(known === null ? 'direct' : 'manual')
  const [handle, setHandle] = useState(known ?? '')
  const [priceCents, setPriceCents] = useState(FIRST_PRICE_CENTS)
  const { isBusy, problem, finish } = useFinish(person.id, onClose)
  const onFinish = () => {
    const isByHand = payout === 'manual' || payoutRoute(profile?.countryCode ?? 'US') === 'manual'
    const payoutHandle = (isByHand && handle.trim()) || null
    void finish({ priceCents, payoutHandle: payoutHandle === known ? undefined : payoutHandle })
  }
  return (
    <Dialog
      open
      title={step === 1 ? `Welcome, ${person.firstName}` : step === 2 ? 'Payment setup' : 'Final steps'}
      dismissible={false}
      onClose={onClose}
      footer={<StepButtons step={step} isBusy={isBusy} onStep={setStep} onFinish={onFinish} />}
    >
      <p ref={stepLine} tabIndex={-1} className="figures mb-4 text-muted text-sm" aria-live="polite">
        Step {step} of {STEPS}
      </p>
      {step === 1 && <Welcome />}
      {step === 2 && (
        <PayoutChoice
          person={person}
          countryCode={profile?.countryCode ?? null}
          value={payout}
          onChange={setPayout}
          handle={handle}
          onHandle={setHandle}
        />
      )}
      {step === 3 && <PriceStep username={person.username} value={priceCents} onChange={setPriceCents} />}
      {step === 3 && problem && (
        <div className="mt-6 grid justify-items-start gap-3">
          <StatusLine icon="warning" tone="warning" live>
            {problem}
          </StatusLine>
          <Button tone="secondary" size="small" disabled={isBusy} onClick={() => void finish({ priceCents })}>
            Save my price alone
          </Button>
        </div>
      )}
    </Dialog>
  )
}

type StepButtonsProps = {
  step: number
  isBusy: boolean
  onStep: (step: number) => void
  onFinish: () => void
}

/** Renders the buttons to go back and on; the last step finishes (S2-2.59). */
export function StepButtons({ step, isBusy, onStep, onFinish }: StepButtonsProps) {
  return (
    <>
      {step > 1 && (
        <Button tone="secondary" disabled={isBusy} onClick={() => onStep(step - 1)}>
          Back
        </Button>
      )}
      {step < STEPS ? (
        <Button key={step} className="animate-settle" onClick={() => onStep(step + 1)}>
          Continue
        </Button>
      ) : (
        // The second tap of a double tap on Continue saves no price that was not seen.
        <Button key={step} className="animate-settle" loading={isBusy} onClick={onFinish}>
          Finish setup
        </Button>
      )}
    </>
  )
}

const POINTS: readonly [title: string, text: string][] = [
  ['Fans ask you', 'By text or a short video. Our team reads every request before it reaches you.'],
  [
    'You answer by video',
    `About ${LIMITS.answerMarkMs / 1_000} seconds, within ${ANSWER_MS / DAY_MS} days, with or without a network.`,
  ],
  ['You are paid', FEE_LINE],
  ['You share your link', 'Put it in your bio. Whoever opens it can ask you, without an account.'],
]

/** Renders the four points (S2-2.54). */
export function Welcome() {
  return (
    <ol className="grid gap-5">
      {POINTS.map(([title, text], at) => (
        <li key={title} className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3">
          <span aria-hidden className="display row-span-2 text-3xl text-signal-text leading-none">
            {at + 1}
          </span>
          <span className="label text-lg leading-tight">{title}</span>
          <span className="text-muted text-pretty">{text}</span>
        </li>
      ))}
    </ol>
  )
}

const OPTIONS = priceOptions().map((cents) => ({ value: String(cents), label: priceLabel(cents) }))

type PriceStepProps = { username: string | null; value: number; onChange: (cents: number) => void }

/** Renders the price of a question and the link to share (S2-2.57, S2-2.58, S2-2.83, D101). */
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
