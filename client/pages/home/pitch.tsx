import { Link } from '@tanstack/react-router'
import { part, RevealSection } from '../motion/reveal.tsx'
import { TopicList } from './topic-list.tsx'

/** Who answers, and about what: the topics run by in their lanes (S1-2.40). */
export function Pitch() {
  return (
    <RevealSection aria-labelledby="pitch" className="border-b">
      <div className="wrap grid gap-10 py-16 md:py-24 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:items-center lg:gap-20">
        <div className={part(0)}>
          <h2 id="pitch" className="display text-4xl">
            Ask what you would ask a teammate
          </h2>
          <p className="mt-6 max-w-xl text-lg text-pretty">
            Send a short text or a short video to an experienced athlete, a coach, or a creator in fitness,
            nutrition and wellness. A recorded video answer comes back, made for you.
          </p>
          <p className="mt-4 max-w-xl text-muted text-pretty">
            With athletes who carry the FREE Question badge, your first question can be free. No signup either
            way.
          </p>
          <Link to="/about" className="link label mt-4 inline-flex min-h-11 items-center">
            More about who we are
          </Link>
        </div>
        <TopicList className={part(1)} />
      </div>
    </RevealSection>
  )
}
