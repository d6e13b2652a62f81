import { useId, useState } from 'react'
import { ButtonLink } from '../../ui/button-link.tsx'
import { ScreenHead } from '../../ui/screen-head.tsx'
import { Badge } from '../../ui/status/badge.tsx'
import { SampleProfile } from './sample-profile.tsx'
import { SampleThreads } from './sample-threads.tsx'
import { type PlaybackMode, SPEED } from './use-playback.ts'

const TABS = ['Conversations', 'Profile'] as const
type Tab = (typeof TABS)[number]

/** Renders a fan's dashboard as a demo. All people and messages in it are made up (S2-2.141). */
export function DemoDashboardScreen() {
  const [tab, setTab] = useState<Tab>('Conversations')
  const [mode, setMode] = useState<PlaybackMode>('one-at-a-time')
  const [speedS, setSpeedS] = useState<number>(SPEED.start)
  const panel = useId()
  return (
    <div className="wrap py-10 md:py-16">
      <ScreenHead
        title="Your dashboard, as it could be"
        lead="This is what a fan sees after a few weeks of asking. The people and their words are made up."
        actions={
          <ButtonLink to="/ask" iconAfter="arrow-right">
            Ask something
          </ButtonLink>
        }
      />
      <section aria-label="Demo dashboard" className="card mt-10 overflow-hidden md:mt-14">
        <div className="flex flex-wrap items-center justify-between gap-x-4 border-b px-2 md:px-4">
          <div role="tablist" aria-label="Dashboard" className="flex">
            {TABS.map((name) => (
              <TabButton
                key={name}
                name={name}
                isActive={name === tab}
                panel={panel}
                onPress={() => setTab(name)}
              />
            ))}
          </div>
          <Badge>Demo</Badge>
        </div>
        <div role="tabpanel" id={panel} aria-label={tab}>
          {tab === 'Conversations' ? (
            <SampleThreads mode={mode} speedS={speedS} />
          ) : (
            <SampleProfile mode={mode} speedS={speedS} onMode={setMode} onSpeed={setSpeedS} />
          )}
        </div>
      </section>
    </div>
  )
}

type TabButtonProps = { name: Tab; isActive: boolean; panel: string; onPress: () => void }

function TabButton({ name, isActive, panel, onPress }: TabButtonProps) {
  return (
    <button
      type="button"
      role="tab"
      aria-selected={isActive}
      aria-controls={panel}
      onClick={onPress}
      className="label relative min-h-14 px-4 text-muted hover:text-ink focus-visible:-outline-offset-3 aria-selected:text-ink aria-selected:after:absolute aria-selected:after:inset-x-4 aria-selected:after:bottom-0 aria-selected:after:h-[3px] aria-selected:after:bg-signal"
    >
      {name}
    </button>
  )
}
