import type { ReactNode } from 'react'
import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import { ANSWER_MS, DAY_MS, LIMITS } from '../../sync/limits.ts'
import { PAUSED } from '../../sync/text/paused.ts'
import { formatMoney } from '../text/format-money.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icon-name.ts'
import { Stars } from '../ui/status/stars.tsx'
import { useLater } from '../ui/use-later.ts'
import { priceText } from './athlete-text.ts'

const DAYS = ANSWER_MS / DAY_MS
const loadReturn = async () => (await import('./paused-return.tsx')).PausedReturn

/** Shows the price, what the fan gets, and the athlete's rating. On phones the button is in the `AskBar` instead. */
export function AskPanel({ athlete, button }: { athlete: PublicAthlete; button: ReactNode }) {
  // A promo athlete's first question is free, and no card is asked for.
  const isFree = !athlete.priceCents || athlete.promo
  return (
    <div className="card grid gap-5 p-6">
      <div>
        <p className="display figures text-4xl">{isFree ? 'Free' : formatMoney(athlete.priceCents ?? 0)}</p>
        <p className="figures mt-1 text-muted text-sm">
          {!athlete.priceCents
            ? 'Tips are welcome and never expected.'
            : athlete.promo
              ? `for your first question, then ${formatMoney(athlete.priceCents)} each`
              : 'for one question'}
        </p>
      </div>
      <ul className="grid gap-3 text-sm">
        <Fact icon="clock">Answered by video within {DAYS} days of approval</Fact>
        <Fact icon="play">A personal answer of about {LIMITS.answerMarkMs / 1_000} seconds</Fact>
        {isFree ? (
          <Fact icon="user">No signup required</Fact>
        ) : (
          <Fact icon="card">Your card is held, not charged, until the answer arrives</Fact>
        )}
      </ul>
      <Rating total={athlete.ratingTotal} count={athlete.ratingCount} />
      <div className="grid gap-3 max-md:hidden">
        {button}
        {athlete.paused && <PausedNote until={athlete.pausedUntil} />}
      </div>
    </div>
  )
}

function Fact({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className="flex gap-2.5">
      <Icon name={icon} className="mt-[0.1em] size-[1.3em] text-muted" />
      <span className="min-w-0">{children}</span>
    </li>
  )
}

function Rating({ total, count }: { total: number; count: number }) {
  const average = count > 0 ? total / count : null
  return (
    <div className="border-t pt-4">
      <p className="label text-muted text-sm">Response Rating</p>
      {average === null ? (
        <p className="mt-1 text-sm">No ratings yet</p>
      ) : (
        <p className="mt-1 flex items-center gap-2">
          <Stars value={average} />
          <span aria-hidden className="label figures">
            {average.toFixed(1)}
          </span>
          <span className="figures text-muted text-sm">
            ({count} {count === 1 ? 'rating' : 'ratings'})
          </span>
        </p>
      )}
    </div>
  )
}

/** Says next to the disabled button that the athlete has paused new requests (S1-2.87, D82). */
export function PausedNote({ until }: { until: PublicAthlete['pausedUntil'] }) {
  const Return = useLater(loadReturn)
  return (
    <p className="text-muted text-sm">
      The athlete has temporarily paused new requests. {until !== null && Return && <Return at={until} />}Open
      questions are still answered.
    </p>
  )
}

type AskButtonProps = { athlete: PublicAthlete; onAsk: () => void; isOpening?: boolean; wide?: boolean }

/** The button that opens the wizard, the main action of a profile. */
export function AskButton({ athlete, onAsk, isOpening, wide }: AskButtonProps) {
  return (
    <Button
      data-ask={athlete.paused ? undefined : athlete.id}
      disabled={athlete.paused}
      loading={isOpening}
      wide={wide}
      onClick={onAsk}
    >
      {athlete.paused ? PAUSED : 'Ask a Question'}
    </Button>
  )
}

/** Shows the price and the button at the bottom of the screen on phones, within reach of the thumb. */
export function AskBar({ athlete, button }: { athlete: PublicAthlete; button: ReactNode }) {
  return (
    <div className="app-bar fixed inset-x-0 bottom-0 z-30 border-t bg-page pb-safe md:hidden">
      <div className="wrap flex min-h-[var(--tab-bar)] items-center justify-between gap-4 py-1.5">
        <p className="label figures min-w-0 text-sm">{priceText(athlete)}</p>
        {button}
      </div>
    </div>
  )
}
