import { PRODUCT } from '../../../sync/text/product.ts'
import { Icon } from '../../ui/icon.tsx'
import { useLater } from '../../ui/use-later.ts'

/** Loaded after the page, because the widget starts folded. */
const loadSteps = async () => (await import('./info-steps.tsx')).InfoSteps

/** Explains the product to visitors who come by a shared link (S1-2.95, S1-1.12, S1-1.22). */
export function InfoWidget() {
  const InfoSteps = useLater(loadSteps)
  return (
    <details className="group card">
      <summary className="label flex min-h-12 list-none items-center justify-between gap-3 px-5 [&::-webkit-details-marker]:hidden">
        What is {PRODUCT.name}?
        <Icon name="chevron-down" className="size-5 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <div className="border-t px-5 py-4 text-sm">
        <p>Real athletes, affordable advice: {PRODUCT.slogan.toLowerCase()}</p>
        {InfoSteps && <InfoSteps />}
      </div>
    </details>
  )
}
