import { useState } from 'react'
import { tagLabel } from '../../sync/athlete/tags.ts'
import { TagMark } from './tag-mark.tsx'

const SHOWN = 3

/** Shows up to three tags, and a button that shows the others (S1-2.71). */
export function TagList({ tags, owner }: { tags: readonly string[]; owner: string }) {
  const [isOpen, setOpen] = useState(false)
  if (tags.length === 0) return null
  const word = isOpen ? 'Fewer' : 'More'
  const shown = isOpen ? tags : tags.slice(0, SHOWN)
  return (
    <ul className="flex flex-wrap items-center gap-1.5">
      {shown.map((tag) => (
        <li
          key={tag}
          className="label inline-flex items-center gap-1.5 rounded bg-sunken px-2 py-0.5 text-muted text-xs"
        >
          <TagMark tag={tag} />
          {tagLabel(tag)}
        </li>
      ))}
      {tags.length > SHOWN && (
        <li>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={`${word} tags of ${owner}`}
            onClick={() => setOpen(!isOpen)}
            className="label touch relative rounded px-2 text-xs underline underline-offset-4"
          >
            {word}
          </button>
        </li>
      )}
    </ul>
  )
}
