import type { IconName } from './icon-name.ts'
import icons from './icons.svg?url'

type IconProps = {
  name: IconName
  /** Spoken name; without it the icon is decoration beside words. */
  label?: string
  /** Size and colour by class; 1.25em and the text's colour otherwise. */
  className?: string
}

/** Drawn from one file beside the script: no outline is paid for before it can be pressed. */
export function Icon({ name, label, className = 'size-[1.25em]' }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`inline-block shrink-0 ${className}`}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <use href={`${icons}#${name}`} />
    </svg>
  )
}
