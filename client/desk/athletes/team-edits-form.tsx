import { type FormEvent, useState } from 'react'
import { TAGS, type TagId, tagLabel } from '../../../sync/athlete/tags.ts'
import { type AthleteAnswer, isTikTokLink, type TeamEdits } from '../../../sync/desk/athletes.ts'
import { useOnline } from '../../api/connection.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { CheckField } from '../../ui/form/check-field.tsx'
import { EntriesField } from '../../ui/form/entries-field.tsx'
import { excessOf } from '../../ui/form/text-limit.ts'
import { sendAct } from '../office/send-act.ts'
import { Part } from '../panes.tsx'

const LINK_CHARACTERS = 300

type TeamEditsFormProps = { athlete: AthleteAnswer; onSaved: () => void }

/**
 * Renders the settings that athletes cannot change themselves (D82). A change is public as soon as the admin saves
 * it.
 */
export function TeamEditsForm({ athlete, onSaved }: TeamEditsFormProps) {
  const online = useOnline()
  const before: TeamEdits = {
    paused: athlete.paused,
    promo: athlete.promo,
    tags: athlete.tags,
    tiktokEmbeds: athlete.tiktokEmbeds,
  }
  const [edits, setEdits] = useState<TeamEdits>({
    ...before,
    tiktokEmbeds: before.tiktokEmbeds.length > 0 ? before.tiktokEmbeds : [''],
  })
  const now = { ...edits, tiktokEmbeds: edits.tiktokEmbeds.map((link) => link.trim()).filter(Boolean) }
  const bad = now.tiktokEmbeds.find((link) => !isTikTokLink(link) && !before.tiktokEmbeds.includes(link))
  const isTooLong = now.tiktokEmbeds.some((link) => excessOf(link, LINK_CHARACTERS))
  const isChanged = JSON.stringify(now) !== JSON.stringify(before)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const args = { personId: athlete.id, before, now }
    if (await sendAct({ name: 'athlete.edit', args }, 'Saved: the profile shows it.')) onSaved()
  }
  return (
    <Part title="Through the team">
      <form onSubmit={save} noValidate className="grid gap-4">
        <div>
          <CheckField
            kind="switch"
            label="Takes no requests at the moment"
            hint="Questions that are open stay open."
            checked={edits.paused}
            onChange={(event) => setEdits({ ...edits, paused: event.currentTarget.checked })}
          />
          <CheckField
            kind="switch"
            label="The first question is free"
            checked={edits.promo}
            onChange={(event) => setEdits({ ...edits, promo: event.currentTarget.checked })}
          />
        </div>
        <TagsField tags={edits.tags} onTags={(tags) => setEdits({ ...edits, tags })} />
        <EntriesField
          label="Videos on TikTok"
          one="Link"
          add="Another link"
          rows={edits.tiktokEmbeds}
          most={12}
          limit={LINK_CHARACTERS}
          error={bad ? `This is not a TikTok video: ${bad}` : null}
          onRows={(tiktokEmbeds) => setEdits({ ...edits, tiktokEmbeds })}
        />
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
