import { ICONS, type IconName } from './icon-data.ts'

type IconProps = {
  name: IconName
  /** Spoken name; without it the icon is decoration beside words. */
  label?: string
  /** Size and colour by class; 1.25em and the text's colour otherwise. */
  className?: string
}

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
      {ICONS[name].map((part) =>
        part.startsWith('fill:') ? (
          <path key={part} d={part.slice(5)} fill="currentColor" stroke="none" />
        ) : (
          <path key={part} d={part} />
        ),
      )}
    </svg>
  )
}
