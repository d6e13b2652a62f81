import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-name.ts'

export type ButtonTone = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'regular' | 'small' | 'large'

export type ButtonLook = {
  /** Each screen has one primary button, for its main action. */
  tone?: ButtonTone
  size?: ButtonSize
  /** Whether the button fills its row. */
  wide?: boolean
  icon?: IconName
  iconAfter?: IconName
  className?: string
}

const BASE =
  'label inline-flex items-center justify-center gap-2 rounded text-center leading-tight whitespace-nowrap select-none translate-y-0 enabled:active:translate-y-px'
const TONES: Record<ButtonTone, string> = {
  primary:
    'bg-signal text-on-signal enabled:hover:bg-signal-hover disabled:bg-line disabled:text-muted [a&]:hover:bg-signal-hover',
  secondary:
    'border-[1.5px] border-control text-ink enabled:hover:border-ink disabled:border-line disabled:text-muted [a&]:hover:border-ink',
  quiet:
    'text-ink underline decoration-2 decoration-transparent disabled:text-muted underline-offset-4 enabled:hover:decoration-signal [a&]:hover:decoration-signal',
  danger:
    'bg-danger-fill text-on-danger enabled:hover:opacity-90 disabled:bg-line disabled:text-muted [a&]:hover:opacity-90',
}
const SIZES: Record<ButtonSize, string> = {
  small: 'min-h-11 px-3.5 py-2 text-sm',
  regular: 'min-h-12 px-5 py-2.5 text-base',
  large: 'min-h-14 px-7 py-3 text-lg',
}

export function buttonClass({ tone = 'primary', size = 'regular', wide, className = '' }: ButtonLook) {
  return `${BASE} ${TONES[tone]} ${SIZES[size]} ${wide ? 'w-full' : ''} ${className}`
}

export function ButtonInside({ icon, iconAfter, children }: ButtonLook & { children?: ReactNode }) {
  return (
    <>
      {icon && <Icon name={icon} />}
      {children}
      {iconAfter && <Icon name={iconAfter} />}
    </>
  )
}

type ButtonProps = ButtonLook &
  Omit<ComponentProps<'button'>, 'className'> & {
    /**
     * Whether the button is busy. It then keeps its place, its words and the focus, takes no second press, and
     * tells screen readers.
     */
    loading?: boolean
  }

/**
 * Ignores a press, also on behalf of the form around the button. Disabling the button instead would lose the focus.
 */
const takeNoPress = (event: MouseEvent) => event.preventDefault()

export function Button({
  tone,
  size,
  wide,
  icon,
  iconAfter,
  loading = false,
  className,
  children,
  disabled,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled && !loading}
      onClick={loading ? takeNoPress : onClick}
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      className={buttonClass({ tone, size, wide, className })}
    >
      {loading && (
        <span
          aria-hidden
          className="size-[1.1em] animate-turn rounded-full border-2 border-current border-t-transparent"
        />
      )}
      <ButtonInside icon={loading ? undefined : icon} iconAfter={iconAfter}>
        {children}
      </ButtonInside>
    </button>
  )
}
