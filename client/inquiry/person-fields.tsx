import { LIMITS } from '../../sync/limits.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { type FormStage, fieldProblem } from './use-form.ts'

/** Who writes: both names and an e-mail address, as every form wants them (S1-5.1, S1-5.2). */
export function PersonFields({ stage }: { stage: FormStage }) {
  return (
    <>
      <TextField
        label="First name"
        name="firstName"
        autoComplete="given-name"
        maxLength={LIMITS.nameCharacters}
        error={fieldProblem(stage, 'firstName')}
      />
      <TextField
        label="Last name"
        name="lastName"
        autoComplete="family-name"
        maxLength={LIMITS.nameCharacters}
        error={fieldProblem(stage, 'lastName')}
      />
      <div className="sm:col-span-2">
        <TextField
          label="E-mail"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={LIMITS.emailCharacters}
          error={fieldProblem(stage, 'email')}
        />
      </div>
    </>
  )
}
