import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { ButtonInside, type ButtonLook, buttonClass } from './button.tsx'

type ButtonAnchorProps = ButtonLook & Omit<ComponentProps<'a'>, 'className'>

/** Renders a link to another site, or a download, that looks like a button. */
export function ButtonAnchor({
  tone,
  size,
  wide,
  icon,
  iconAfter,
  className,
  children,
  ...rest
}: ButtonAnchorProps) {
  return (
    <a {...rest} className={buttonClass({ tone, size, wide, className })}>
      <ButtonInside icon={icon} iconAfter={iconAfter}>
        {children}
      </ButtonInside>
    </a>
  )
}

/**
 * Renders a link to a route of this app that looks like a button. It takes `to`, `params` and `search` as a Link
 * does.
 */
export const ButtonLink = createLink(ButtonAnchor)
