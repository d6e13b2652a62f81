import type { KnownPerson } from '../../api/session.ts'
import { useDocument } from '../../store/use-document.ts'
import { GuideList } from './guide-list.tsx'
import { ShareKit } from './share-kit.tsx'
import { shareLinks } from './share-links.ts'

/** The Getting Started tab: what an athlete asks in the first week, and what brings their fans (S2-2.78). */
export function StartPane({ person }: { person: KnownPerson }) {
  const own = useDocument('people', person.id).row
  const username = own?.username ?? person.username
  const name = [own?.firstName ?? person.firstName, own?.lastName].filter(Boolean).join(' ')
  return (
    <div
      className={`grid grid-cols-1 gap-8 pt-6 md:pt-8 ${username ? 'lg:grid-cols-[1fr_20rem] lg:gap-10' : ''}`}
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
