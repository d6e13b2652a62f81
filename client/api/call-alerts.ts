import { COPY } from '../../sync/copy.ts'
import { statusOfRefusal } from '../../sync/errors.ts'
import type { Refusal } from '../../sync/result.ts'
import { refusalText } from '../text/refusals.ts'
import { showToast } from '../ui/toasts.ts'
import type { NetworkError } from './network-error.ts'

/** How many milliseconds without such a failure must pass before another alert, so that a storm raises only one. */
const QUIET_MS = 30_000

const lastAt = new Map<string, number>()

/** Shows the alert for a 429 or a 403, whichever call failed (S1-8.14, S1-8.15, S2-6.10). */
export function alertRefused(failed: { ok: false; refusal: Refusal } | NetworkError): void {
  const text = textOf(failed)
  if (!text) return
  // Texts about 429 count as one kind, because the remaining wait in them differs from call to call.
  const kind = text.startsWith(COPY.tooMany) ? COPY.tooMany : text
  const before = lastAt.get(kind)
  lastAt.set(kind, Date.now())
  if (before === undefined || Date.now() - before >= QUIET_MS) showToast({ text, tone: 'danger' })
}

function textOf(failed: Parameters<typeof alertRefused>[0]): string | null {
  const refusal = 'refusal' in failed ? failed.refusal : null
  const status = 'refusal' in failed ? statusOfRefusal(failed.refusal.code) : failed.status
  if (status === 429) return refusal ? refusalText(refusal) : COPY.tooMany
  return status === 403 ? COPY.denied : null
}
