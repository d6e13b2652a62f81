import type { IconName } from './icon-name.ts'
import icons from './icons.svg?url'

type IconProps = {
  name: IconName
  /** The name for screen readers. Without it the icon is decoration beside words. */
  label?: string
  /** Classes for size and colour. By default the icon has 1.25em and the colour of the text. */
  className?: string
}

/** Renders an icon from a file of its own, so that the outlines in it do not delay the script. */
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
