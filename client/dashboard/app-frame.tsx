import { type LinkProps, useLinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icon-name.ts'
import { CountBadge } from '../ui/status/badge.tsx'

export type AppTab = {
  key: string
  label: string
  icon: IconName
  active: boolean
  link: Pick<LinkProps, 'to' | 'params' | 'search'>
  /** How many things wait in this part. */
  count?: number
  /** What the count counts, for screen readers: "approved questions". */
  countLabel?: string
}

type AppFrameProps = { tabs: readonly AppTab[]; children: ReactNode }

/** Renders the frame of the installed app: a bottom tab bar on phones, a side rail on desktops. */
export function AppFrame({ tabs, children }: AppFrameProps) {
  return (
    <div className="app-frame wrap flex flex-1 items-stretch gap-8 max-md:pb-[calc(var(--tab-bar)+env(safe-area-inset-bottom))] lg:gap-12">
      <div className="app-bar bg-page max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-30 max-md:border-t max-md:pb-safe md:w-56 md:shrink-0 md:border-r md:py-8 md:pr-5 lg:w-64">
        <div className="md:sticky md:top-8 md:flex md:min-h-[calc(100dvh-12rem)] md:flex-col">
          <nav aria-label="Dashboard">
            <ul className="flex md:flex-col md:gap-1">
              {tabs.map((tab) => (
                <li key={tab.key} className="min-w-0 flex-auto md:flex-1">
                  <TabLink tab={tab} />
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </div>
      <div className="min-w-0 flex-1 py-6 max-md:pb-20 in-[body:has([aria-label=Notice])]:pb-44 md:py-10">
        {children}
      </div>
    </div>
  )
}

function TabLink({ tab }: { tab: AppTab }) {
  const link = useLinkProps(tab.link)
  return (
    <a
      {...link}
      aria-current={tab.active ? 'page' : undefined}
      className="label group relative flex min-h-[var(--tab-bar)] flex-col items-center justify-center gap-0.5 rounded px-1 text-muted text-xs max-md:px-0 max-md:text-[0.6875rem] hover:text-ink aria-[current=page]:text-ink md:min-h-12 md:flex-row md:justify-start md:gap-3 md:px-3 md:text-sm md:aria-[current=page]:bg-sunken lg:text-base"
    >
      <span
        aria-hidden
        className="absolute top-0 h-[3px] w-10 rounded-full bg-signal opacity-0 group-aria-[current=page]:opacity-100 md:inset-y-0 md:left-0 md:my-auto md:h-6 md:w-[3px]"
      />
      <Icon name={tab.icon} className="size-6 md:size-5" />
      <span className="max-w-full truncate leading-tight">{tab.label}</span>
      {tab.count !== undefined && (
        <span className="max-md:-mr-9 max-md:absolute max-md:top-1 md:ml-auto">
          <CountBadge count={tab.count} label={tab.countLabel ?? 'waiting'} />
        </span>
      )}
    </a>
  )
}
