import { Link } from '@tanstack/react-router'
import { FORM_LIMITS } from '../../../sync/forms/form-limits.ts'
import { FormPanel } from '../../inquiry/form-panel.tsx'
import { fieldProblem, useForm } from '../../inquiry/use-form.ts'
import { WriterFields } from '../../inquiry/writer-fields.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { ScreenHead } from '../../ui/screen-head.tsx'

const THANKS = {
  title: 'Thank you for your message!',
  text: 'We read everything ourselves, and answer by email within two working days.',
}

/** Renders the form for a message to the team (S1-2.56 to S1-2.60). */
export function ContactScreen() {
  const { stage, tie } = useForm('contact.send')
  return (
    <div className="wrap grid max-w-4xl grid-cols-1 gap-8 py-10 md:gap-12 md:py-16">
      <ScreenHead
        title="Let's get in touch"
        lead={
          <>
            Clubs, brands, press, or anything that does not fit a question. Want to answer fans yourself?{' '}
            <Link to="/join" className="link text-ink">
              Join as an athlete
            </Link>
          </>
        }
      />
      <FormPanel stage={stage} tie={tie} label="Contact us" thanks={THANKS}>
        <WriterFields stage={stage} />
        <div className="sm:col-span-2">
          <TextField
            label="Subject"
            name="subject"
            limit={FORM_LIMITS.subject}
            error={fieldProblem(stage, 'subject')}
          />
        </div>
        <div className="sm:col-span-2">
          <TextArea
            label="Your message"
            name="content"
            limit={FORM_LIMITS.content}
            error={fieldProblem(stage, 'content')}
          />
        </div>
      </FormPanel>
    </div>
  )
}
