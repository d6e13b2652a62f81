import type { KnownPerson } from '../../api/session.ts'
import { useDocument } from '../../store/use-document.ts'
import { Icon } from '../../ui/icon.tsx'
import { GUIDES } from './guides.tsx'
import { ShareKit } from './share-kit.tsx'
import { shareLinks } from './share-links.ts'

/** Renders the Getting Started tab: the guides for the first week, and what brings fans (S2-2.78). */
export function StartPane({ person }: { person: KnownPerson }) {
  const own = useDocument('people', person.id).row
  const username = own?.username ?? person.username
  const name = [own?.firstName ?? person.firstName, own?.lastName].filter(Boolean).join(' ')
  return (
    <div
      className={`grid grid-cols-1 gap-8 pt-6 md:pt-8 ${username ? 'lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-10' : ''}`}
    >
      <section aria-labelledby="guides" className="min-w-0">
        <h2 id="guides" className="display mb-4 text-2xl">
          Getting Started
        </h2>
        <GuideList profile={username ? shareLinks(username).profile : null} />
      </section>
      {username && <ShareKit username={username} name={name} sport={own?.sport ?? null} />}
    </div>
  )
}

/** Renders the guides as an accordion: one is open at a time (S2-2.78). */
export function GuideList({ profile }: { profile: string | null }) {
  return (
    <div className="card divide-y overflow-hidden">
      {GUIDES.map(({ id, question, answer }, at) => (
        <details key={id} name="guide" open={at === 0} className="group">
          <summary className="label flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 px-4 py-3 text-lg leading-snug hover:bg-sunken focus-visible:-outline-offset-3 md:px-5 [&::-webkit-details-marker]:hidden">
            {question}
            <Icon
              name="chevron-down"
              className="size-5 shrink-0 transition-transform group-open:rotate-180"
            />
          </summary>
          <div className="prose px-4 pb-2 text-pretty [&>button]:mb-3 md:px-5">{answer({ profile })}</div>
        </details>
      ))}
    </div>
  )
}
