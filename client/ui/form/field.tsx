import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Icon } from '../icon.tsx'

/** The props of every field besides the attributes of its own element. */
export type FieldTexts = {
  label: ReactNode
  /** Help for the user before there is a mistake. */
  hint?: ReactNode
  /** The mistake and how to correct it; announced when it appears. */
  error?: string | null
  /** Fields are required unless this is set. */
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
  /** Shown at the right of the hint, as a counter is. */
  aside?: ReactNode
  /** Whether the field holds more than it may. */
  isTooLong?: boolean
  /**
   * Whether the field has something that must be corrected or finished first, as what is too long has. Its
   * form is then not submitted, and the attempt moves the focus to the field and calls `onHold`.
   */
  isHeld?: boolean
  onHold?: () => void
  children: (control: ControlProps) => ReactNode
}

export const CONTROL =
  'block w-full min-h-12 rounded border-[1.5px] border-control bg-surface px-3.5 py-2.5 text-base text-ink placeholder:text-muted hover:border-ink focus-visible:border-ink aria-invalid:border-danger disabled:opacity-60'

/** Renders a label, a control, a hint and an error, linked with each other for assistive technology. */
export function Field({
  label,
  hint,
  error,
  optional = false,
  id,
  aside,
  isTooLong = false,
  isHeld = isTooLong,
  onHold = NOTHING,
  children,
}: FieldProps) {
  const made = useId()
  const controlId = id ?? made
  const hintId = hint ? `${controlId}-hint` : null
  const told = useRef(onHold)
  told.current = onHold
  useEffect(() => holdForm(controlId, isHeld, () => told.current()), [controlId, isHeld])
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

const NOTHING = () => {}

function holdForm(controlId: string, isHeld: boolean, onHold: () => void): (() => void) | undefined {
  const control = document.getElementById(controlId) as HTMLInputElement | HTMLTextAreaElement | null
  const form = control?.form
  if (!isHeld || !form) return
  const hold = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
    control.closest('details')?.setAttribute('open', '')
    control.focus()
    onHold()
  }
  form.addEventListener('submit', hold)
  return () => form.removeEventListener('submit', hold)
}

/** Renders the live line under a control. It is empty until there is something to correct. */
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
