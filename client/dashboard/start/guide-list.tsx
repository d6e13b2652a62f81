import { Icon } from '../../ui/icon.tsx'
import { GUIDES } from './guides.tsx'

/** The guides as an accordion: one open at a time (S2-2.78). */
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
