import { type ReactNode, useEffect, useId } from 'react'
import { Icon } from '../icon.tsx'

/** What every field takes besides the attributes of its own element. */
export type FieldTexts = {
  label: ReactNode
  /** What helps before a mistake. */
  hint?: ReactNode
  /** What is wrong and how to mend it; announced when it appears. */
  error?: string | null
  /** Fields are required unless they say so. */
  optional?: boolean
}

export type ControlProps = {
  id: string
  required: boolean
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

type FieldProps = FieldTexts & {
  id?: string
  /** Sits at the right of the hint: a counter. */
  aside?: ReactNode
  /** It holds more than it may: its form is not sent, and a try to send it leads here. */
  isTooLong?: boolean
  children: (control: ControlProps) => ReactNode
}

export const CONTROL =
  'block w-full min-h-12 rounded border-[1.5px] border-control bg-surface px-3.5 py-2.5 text-base text-ink placeholder:text-muted hover:border-ink focus-visible:border-ink aria-invalid:border-danger disabled:opacity-60'

/** Label, control, hint and error, tied together for everybody. */
export function Field({
  label,
  hint,
  error,
  optional = false,
  id,
  aside,
  isTooLong = false,
  children,
}: FieldProps) {
  const made = useId()
  const controlId = id ?? made
  const hintId = hint ? `${controlId}-hint` : null
  useEffect(() => holdForm(controlId, isTooLong), [controlId, isTooLong])
  const errorId = error ? `${controlId}-error` : null
  return (
    <div>
      <label htmlFor={controlId} className="label mb-1.5 block text-sm">
        {label}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      {children({
        id: controlId,
        required: !optional,
        'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
        'aria-invalid': error || isTooLong ? true : undefined,
      })}
      {(hint || aside) && (
        <div className="mt-1.5 flex justify-between gap-4 text-muted text-xs">
          <p id={hintId ?? undefined}>{hint}</p>
          {aside}
        </div>
      )}
      <FieldError id={errorId ?? undefined} error={error} />
    </div>
  )
}

function holdForm(controlId: string, isHeld: boolean): (() => void) | undefined {
  const control = document.getElementById(controlId) as HTMLInputElement | HTMLTextAreaElement | null
  const form = control?.form
  if (!isHeld || !form) return
  const hold = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
    control.focus()
  }
  form.addEventListener('submit', hold)
  return () => form.removeEventListener('submit', hold)
}

/** The live line under a control; empty until there is something to mend. */
export function FieldError({ id, error }: { id?: string; error?: string | null }) {
  return (
    <p role="alert" id={id} className="mt-1.5 flex gap-1.5 text-danger text-sm empty:hidden">
      {error && (
        <>
          <Icon name="warning" className="mt-[0.15em] size-[1.1em]" />
          <span>{error}</span>
        </>
      )}
    </p>
  )
}
