import { PROFILE_LIMITS } from '../../../sync/athlete/profile-limits.ts'
import { SPORTS } from '../../../sync/athlete/sports.ts'
import { EntriesField } from '../../ui/form/entries-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { type PartProps, withCurrent } from './form-values.ts'

const SPORT_OPTIONS = SPORTS.map((sport) => ({ value: sport, label: sport }))

/** Renders the fields for what an athlete is known for and may be asked (S2-2.70 to S2-2.72). */
export function AthleteFields({ values, problems, set }: PartProps) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-x-4">
        <SelectField
          label="Sport or field"
          placeholder="Choose your sport"
          hint="Not listed? Choose Other, and name it in your bio."
          options={withCurrent(SPORT_OPTIONS, values.sport)}
          error={problems.sport}
          value={values.sport}
          onChange={({ target }) => set({ sport: target.value })}
        />
        <TextField
          label="Position"
          optional
          limit={PROFILE_LIMITS.positionCharacters}
          error={problems.position}
          value={values.position}
          onChange={({ target }) => set({ position: target.value })}
        />
      </div>
      <TextArea
        label="Bio"
        limit={PROFILE_LIMITS.bioCharacters}
        error={problems.bio}
        value={values.bio}
        onChange={({ target }) => set({ bio: target.value })}
      />
      <EntriesField
        label="Achievements"
        one="Achievement"
        add="Add an achievement"
        hint={`Up to ${PROFILE_LIMITS.achievements}.`}
        most={PROFILE_LIMITS.achievements}
        limit={PROFILE_LIMITS.entryCharacters}
        error={problems.achievements}
        rows={values.achievements}
        onRows={(achievements) => set({ achievements })}
      />
      <EntriesField
        label="Areas of insight"
        one="Area of insight"
        add="Add an area of insight"
        hint={`What fans can ask you about. Up to ${PROFILE_LIMITS.interests}.`}
        most={PROFILE_LIMITS.interests}
        limit={PROFILE_LIMITS.entryCharacters}
        error={problems.interests}
        rows={values.interests}
        onRows={(interests) => set({ interests })}
      />
      <TextArea
        label="No-go topics"
        optional
        rows={3}
        hint="What you do not want to be asked. Only our team sees this, when it screens a question."
        limit={PROFILE_LIMITS.noGoCharacters}
        error={problems.noGoTopics}
        value={values.noGoTopics}
        onChange={({ target }) => set({ noGoTopics: target.value })}
      />
    </>
  )
}
