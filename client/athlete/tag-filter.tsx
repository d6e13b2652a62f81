import { useState } from 'react'
import { TAG_IDS, type TagId, tagLabel } from '../../sync/athlete/tags.ts'
import { Button } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { Icon } from '../ui/icon.tsx'
import { TagMark } from './tag-mark.tsx'

/** How many tags a phone shows before the button "More". */
const FIRST = 4

type TagFilterProps = { chosen: readonly TagId[]; onChoose: (tags: TagId[]) => void; onClear: () => void }

/** Filters the directory by one or more tags (S1-2.63 to S1-2.66). */
export function TagFilter({ chosen, onChoose, onClear }: TagFilterProps) {
  const toggle = (tag: TagId) =>
    onChoose(chosen.includes(tag) ? chosen.filter((each) => each !== tag) : [...chosen, tag])
  return (
    <div className="grid gap-4">
      <Tags chosen={chosen} onToggle={toggle} />
      {chosen.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <ul aria-label="Selected tags" className="flex flex-wrap items-center gap-2">
            {chosen.map((tag) => (
              <li key={tag}>
                <button
                  type="button"
                  aria-label={`Remove ${tagLabel(tag)}`}
                  onClick={() => toggle(tag)}
                  className="label inline-flex min-h-11 items-center gap-1.5 rounded bg-sunken px-3 text-sm hover:text-signal-text"
                >
                  {tagLabel(tag)}
                  <Icon name="close" className="size-[1.1em]" />
                </button>
              </li>
            ))}
          </ul>
          <Button tone="quiet" size="small" onClick={onClear}>
            Clear Filters
          </Button>
        </div>
      )}
    </div>
  )
}

function Tags({ chosen, onToggle }: { chosen: readonly TagId[]; onToggle: (tag: TagId) => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <ul aria-label="Filter by tag" className="flex flex-wrap gap-2">
      {TAG_IDS.map((tag, place) => (
        <li key={tag} className={place < FIRST || isOpen ? undefined : 'max-[769px]:hidden'}>
          <Chip pressed={chosen.includes(tag)} onClick={() => onToggle(tag)}>
            <span className="inline-flex items-center gap-1.5">
              <TagMark tag={tag} />
              {tagLabel(tag)}
            </span>
          </Chip>
        </li>
      ))}
      <li className="min-[769px]:hidden">
        <Button
          tone="quiet"
          size="small"
          className="-ml-2"
          iconAfter={isOpen ? 'minus' : 'plus'}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Less' : 'More'}
          <span className="sr-only"> tags</span>
        </Button>
      </li>
    </ul>
  )
}
