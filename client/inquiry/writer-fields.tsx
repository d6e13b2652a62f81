import { EmailField } from '../ui/form/email-field.tsx'
import { type FieldTie, NameFields } from '../ui/form/person-fields.tsx'
import { type FormStage, fieldProblem } from './use-form.ts'

/** Returns the name of a form's field and the problem with it, as the props of the field. */
export function tieTo(stage: FormStage, name: string): FieldTie {
  return { name, error: fieldProblem(stage, name) }
}

/** The writer's fields in a form: first and last name, and an email address (S1-5.1, S1-5.2). */
export function WriterFields({ stage }: { stage: FormStage }) {
  return (
    <>
      <NameFields field={(name) => tieTo(stage, name)} />
      <div className="sm:col-span-2">
        <EmailField {...tieTo(stage, 'email')} />
      </div>
    </>
  )
}
