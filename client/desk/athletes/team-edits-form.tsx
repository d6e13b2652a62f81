import type { FormEvent } from 'react'
import { TAGS, type TagId, tagLabel } from '../../../sync/athlete/tags.ts'
import { type AthleteAnswer, isTikTokLink } from '../../../sync/desk/athletes.ts'
import { useOnline } from '../../api/connection.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { CheckField } from '../../ui/form/check-field.tsx'
import { EntriesField } from '../../ui/form/entries-field.tsx'
import { excessOf } from '../../ui/form/text-limit.ts'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { Part } from '../panes.tsx'
import { useTeamEdits } from './use-team-edits.ts'

const LINK_CHARACTERS = 300

const FIELD_NAMES: Partial<Record<string, string>> = {
  paused: 'the pause',
  promo: 'the free first question',
  tags: 'the tags',
  tiktokEmbeds: 'the videos on TikTok',
}

type TeamEditsFormProps = { athlete: AthleteAnswer; onSettled: () => void }

/**
 * Renders the settings that athletes cannot change themselves (D82). A change is public as soon as the admin saves
 * it.
 */
export function TeamEditsForm({ athlete, onSettled }: TeamEditsFormProps) {
  const online = useOnline()
  const { edits, before, now, clash, isChanged, change, save } = useTeamEdits(athlete, onSettled)
  const bad = now.tiktokEmbeds.find((link) => !isTikTokLink(link) && !before.tiktokEmbeds.includes(link))
  const isTooLong = now.tiktokEmbeds.some((link) => excessOf(link, LINK_CHARACTERS))
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  return (
    <Part title="Through the team">
      <form onSubmit={onSubmit} noValidate className="grid gap-4">
        <div>
          <CheckField
            kind="switch"
            label="Takes no requests at the moment"
            hint="Questions that are open stay open."
            checked={edits.paused}
            onChange={(event) => change({ paused: event.currentTarget.checked })}
          />
          <CheckField
            kind="switch"
            label="The first question is free"
            checked={edits.promo}
            onChange={(event) => change({ promo: event.currentTarget.checked })}
          />
        </div>
        <TagsField tags={edits.tags} onTags={(tags) => change({ tags })} />
        <EntriesField
          label="Videos on TikTok"
          one="Link"
          add="Another link"
          rows={edits.tiktokEmbeds.length > 0 ? edits.tiktokEmbeds : ['']}
          most={12}
          limit={LINK_CHARACTERS}
          error={bad ? `This is not a TikTok video: ${bad}` : null}
          onRows={(tiktokEmbeds) => change({ tiktokEmbeds })}
        />
        {clash.length > 0 && (
          <StatusLine icon="warning" tone="warning" live>
            Somebody else has changed this meanwhile:{' '}
            {clash.map((field) => FIELD_NAMES[field] ?? field).join(', ')}. What you entered is kept here;
            saving it replaces theirs.
          </StatusLine>
        )}
        <Button
          type="submit"
          tone="secondary"
          size="small"
          className="justify-self-start"
          disabled={!online || !isChanged || bad !== undefined || isTooLong}
        >
          Save
        </Button>
      </form>
    </Part>
  )
}

function TagsField({ tags, onTags }: { tags: readonly string[]; onTags: (tags: string[]) => void }) {
  const offered = [...new Set([...(Object.keys(TAGS) as TagId[]), ...tags])]
  return (
    <fieldset>
      <legend className="label mb-1.5 text-sm">Tags</legend>
      <div className="flex flex-wrap gap-1.5">
        {offered.map((tag) => (
          <Chip
            key={tag}
            pressed={tags.includes(tag)}
            onClick={() => onTags(tags.includes(tag) ? tags.filter((each) => each !== tag) : [...tags, tag])}
          >
            {tagLabel(tag)}
          </Chip>
        ))}
      </div>
    </fieldset>
  )
}
