import { Icon } from '../../ui/icon.tsx'
import type { Pricing } from './use-pricing.ts'

/** Tells the fan what changed since they wrote the question, or why it cannot be asked right now. */
export function PricingNote({ change, closed }: Pick<Pricing, 'change' | 'closed'>) {
  const text = closed ?? change
  return (
    <div role="status" className="empty:hidden">
      {text && (
        <div className="flex gap-3 rounded bg-warning-wash px-4 py-3 text-sm text-warning">
          <Icon name={closed ? 'pause' : 'info'} className="mt-0.5 size-5 shrink-0" />
          <p className="min-w-0 text-pretty">
            <strong className="label block">{closed ? 'Not right now' : 'This has changed'}</strong>
            {text} {!closed && 'Nothing has been held or charged.'}
          </p>
        </div>
      )}
    </div>
  )
}
