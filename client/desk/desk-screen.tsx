import { QueryClientProvider } from '@tanstack/react-query'
import { Link, Navigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useOnline } from '../api/connection.ts'
import type { KnownPerson } from '../api/session.ts'
import { usePartShown } from '../ui/part-shown.ts'
import { StatusLine } from '../ui/status/status-line.tsx'
import { AthletesPage } from './athletes/athletes-page.tsx'
import { AuditPage } from './audit/audit-page.tsx'
import { DESK_PARTS, DESK_TABS, type DeskPart, partsOf, readPart } from './desk-parts.ts'
import { createDeskQueries } from './desk-queries.ts'
import { FiguresPage } from './figures/figures-page.tsx'
import { FindButton } from './found/find-things.tsx'
import { useVisit } from './found/use-named.ts'
import { InboxTab } from './inbox/inbox-tab.tsx'
import { SurveyTab } from './inbox/survey-tab.tsx'
import { MessagesPage } from './messages/messages-page.tsx'
import { MoneyPage } from './money/money-page.tsx'
import { BlockedPage } from './office/blocked-page.tsx'
import { CodesPage } from './office/codes-page.tsx'
import { PicturesPage } from './office/pictures-page.tsx'
import { TeamPage } from './office/team-page.tsx'
import { useWaitingDecisions, type WaitingDecisions } from './request/waiting-decisions.ts'
import { RequestsTab } from './requests/requests-tab.tsx'
import { WaitingElsewhere } from './requests/waiting-bar.tsx'
import { SystemPage } from './system/system-page.tsx'

/**
 * Renders the admin's console. The server decides who may use the desk; this component only sends an athlete to the
 * dashboard and everybody else to the home page (S2-2.106 to S2-2.108, D38).
 */
export function DeskScreen({ person }: { person: KnownPerson }) {
  if (person.role === 'creator') return <Navigate to="/dashboard" replace />
  if (person.role !== 'admin') return <Navigate to="/" replace />
  return <Desk key={person.id} person={person} />
}

/** Renders the five tabs (D69) and the other parts of the desk. The device stores none of the desk's data. */
function Desk({ person }: { person: KnownPerson }) {
  const { tab } = useSearch({ strict: false }) as { tab?: unknown }
  const visit = useVisit()
  const online = useOnline()
  const parts = partsOf(person)
  const part = readPart(tab, parts)
  const tabs = DESK_TABS.filter((key) => parts.includes(key))
  const [queries] = useState(createDeskQueries)
  // Above the parts, each of which is mounted anew for every link: decisions can be undone from any of them.
  const waiting = useWaitingDecisions()
  usePartShown({ key: `${part} ${visit}`, name: DESK_PARTS[part], of: 'Desk' })
  return (
    <QueryClientProvider client={queries}>
      <div className="wrap-wide flex flex-1 flex-col py-4 lg:h-[calc(100dvh-6.25rem)] lg:min-h-[34rem] lg:flex-none">
        <h1 className="sr-only">Desk</h1>
        <div className="mb-4 border-b">
          {tabs.length > 0 && (
            <div className="flex items-center justify-between gap-2">
              <Parts label="Tabs" keys={tabs} active={part} />
              <FindButton />
            </div>
          )}
          <div className="flex items-center justify-between gap-2">
            <Parts label="More" keys={parts.filter(isBeside)} active={part} isQuiet />
            {tabs.length === 0 && <FindButton />}
          </div>
        </div>
        {!online && (
          <div className="mb-4">
            <StatusLine icon="offline" live>
              Offline. The desk needs a network: what you see may be old, and nothing can be decided until you
              are back.
            </StatusLine>
          </div>
        )}
        <Shown key={`${part} ${visit}`} part={part} waiting={waiting} />
        {part !== 'requests' && <WaitingElsewhere waiting={waiting} />}
      </div>
    </QueryClientProvider>
  )
}

const isBeside = (key: DeskPart) => !(DESK_TABS as readonly DeskPart[]).includes(key)

function Shown({ part, waiting }: { part: DeskPart; waiting: WaitingDecisions }) {
  switch (part) {
    case 'requests':
      return <RequestsTab waiting={waiting} />
    case 'feedback':
    case 'contact':
    case 'application':
      return <InboxTab inbox={part} />
    case 'survey':
      return <SurveyTab />
    case 'athletes':
      return <AthletesPage />
    case 'blocked':
      return <BlockedPage />
    case 'money':
      return <MoneyPage />
    case 'figures':
      return <FiguresPage />
    case 'codes':
      return <CodesPage />
    case 'team':
      return <TeamPage />
    case 'pictures':
      return <PicturesPage />
    case 'system':
      return <SystemPage />
    case 'messages':
      return <MessagesPage />
    case 'audit':
      return <AuditPage />
  }
}

/** Scrolls the active link into view, because on a phone the row of links is wider than the screen. */
const intoView = (link: HTMLElement | null) => link?.scrollIntoView({ block: 'nearest', inline: 'center' })

type PartsProps = { label: string; keys: readonly DeskPart[]; active: DeskPart; isQuiet?: boolean }

function Parts({ label, keys, active, isQuiet = false }: PartsProps) {
  return (
    <nav
      aria-label={label}
      className="-mb-px flex min-w-0 max-w-full gap-x-6 overflow-x-auto [scrollbar-width:none]"
    >
      {keys.map((key) => (
        <Link
          key={key}
          to="/admin"
          search={key === 'requests' ? {} : { tab: key }}
          activeOptions={{ exact: true }}
          aria-current={key === active ? 'page' : undefined}
          ref={key === active ? intoView : null}
          className={`label inline-flex min-h-11 shrink-0 items-center border-transparent border-b-2 text-sm hover:border-control focus-visible:-outline-offset-3 aria-[current]:border-ink ${isQuiet ? 'font-normal text-muted aria-[current]:text-ink' : ''}`}
        >
          {DESK_PARTS[key]}
        </Link>
      ))}
      {isQuiet && (
        <Link
          to="/dashboard"
          search={{ tab: 'profile' }}
          className="label inline-flex min-h-11 shrink-0 items-center border-transparent border-b-2 font-normal text-muted text-sm hover:border-control focus-visible:-outline-offset-3"
        >
          Account
        </Link>
      )}
    </nav>
  )
}
