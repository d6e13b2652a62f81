import { PROFILE_LIMITS } from '../../../sync/athlete/profile-limits.ts'
import { SPORTS } from '../../../sync/athlete/sports.ts'
import { EntriesField } from '../../ui/form/entries-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import type { FormPart } from './athlete-join-form.tsx'

const SPORT_OPTIONS = SPORTS.map((sport) => ({ value: sport, label: sport }))

/** The fields for what the athlete knows and for the topics they refuse (S2-5.9, S2-5.10, S2-5.13). */
export function ProfileFields({ values, problems, text, change }: FormPart) {
  const area = (name: 'bio' | 'noGoTopics') => ({
    value: values[name],
    error: problems[name] ?? null,
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })
  return (
    <>
      <SelectField
        label="Sport"
        placeholder="Choose your sport"
        options={SPORT_OPTIONS}
        hint="Not listed? Choose Other and mention your field in the bio."
        {...text('sport')}
      />
      <TextField label="Position" optional limit={PROFILE_LIMITS.positionCharacters} {...text('position')} />
      <div className="sm:col-span-2">
        <TextArea
          label="Bio"
          hint="Who you are, and what you can be asked."
          limit={PROFILE_LIMITS.bioCharacters}
          {...area('bio')}
        />
      </div>
      <EntriesField
        label="Achievements"
        one="Achievement"
        add="Add achievement"
        hint={`Up to ${PROFILE_LIMITS.achievements}.`}
        most={PROFILE_LIMITS.achievements}
        limit={PROFILE_LIMITS.entryCharacters}
        rows={values.achievements}
        error={problems.achievements ?? null}
        onRows={(achievements) => change({ achievements })}
      />
      <EntriesField
        label="Areas of insight"
        one="Area of insight"
        add="Add area of insight"
        hint={`Up to ${PROFILE_LIMITS.interests}.`}
        most={PROFILE_LIMITS.interests}
        limit={PROFILE_LIMITS.entryCharacters}
        rows={values.interests}
        error={problems.interests ?? null}
        onRows={(interests) => change({ interests })}
      />
      <div className="sm:col-span-2">
        <TextArea
          label="No-go topics"
          optional
          rows={2}
          hint="Only the team that screens questions sees this."
          limit={PROFILE_LIMITS.noGoCharacters}
          {...area('noGoTopics')}
        />
      </div>
    </>
  )
}
