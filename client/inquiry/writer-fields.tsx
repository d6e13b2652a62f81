import { EmailField } from '../ui/form/email-field.tsx'
import { type FieldTie, NameFields } from '../ui/form/person-fields.tsx'
import { type FormStage, fieldProblem } from './use-form.ts'

/** A field of a form by its name, with what is wrong in it. */
export function tieTo(stage: FormStage, name: string): FieldTie {
  return { name, error: fieldProblem(stage, name) }
}

/** Who writes: both names and an e-mail address, as every form wants them (S1-5.1, S1-5.2). */
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
