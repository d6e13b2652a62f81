import { Link } from '@tanstack/react-router'
import { FORM_LIMITS, SOCIAL_PLATFORMS } from '../../../sync/forms/form-limits.ts'
import { FormPanel } from '../../inquiry/form-panel.tsx'
import { type FormStage, fieldProblem, useForm } from '../../inquiry/use-form.ts'
import { tieTo, WriterFields } from '../../inquiry/writer-fields.tsx'
import { CityField, CountryField } from '../../ui/form/person-fields.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { ScreenHead } from '../../ui/screen-head.tsx'

const THANKS = {
  title: 'Thank you for your interest!',
  text: "We'll take a look at your page, and get back to you soon.",
}

const PLATFORMS: Record<(typeof SOCIAL_PLATFORMS)[number], string> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  tiktok: 'TikTok',
  x: 'X',
}
const PLATFORM_OPTIONS = SOCIAL_PLATFORMS.map((value) => ({ value, label: PLATFORMS[value] }))

/** Renders the application to join as an athlete (S1-2.52 to S1-2.55, D64). */
export function WaitlistScreen() {
  const { stage, tie } = useForm('application.send')
  return (
    <div className="wrap grid max-w-4xl grid-cols-1 gap-8 py-10 md:gap-12 md:py-16">
      <ScreenHead
        title="Apply to join"
        lead={
          <>
            For athletes, coaches and creators who would answer fans. Not an athlete?{' '}
            <Link to="/contact" className="link text-ink">
              Contact us
            </Link>
          </>
        }
      />
      <FormPanel stage={stage} tie={tie} label="Apply to join" thanks={THANKS}>
        <WriterFields stage={stage} />
        <PlaceFields stage={stage} />
        <SportFields stage={stage} />
      </FormPanel>
    </div>
  )
}

function PlaceFields({ stage }: { stage: FormStage }) {
  return (
    <>
      <CityField {...tieTo(stage, 'city')} />
      <CountryField {...tieTo(stage, 'countryCode')} />
    </>
  )
}

function SportFields({ stage }: { stage: FormStage }) {
  return (
    <>
      <SelectField
        label="Social platform"
        name="socialPlatform"
        placeholder="Choose a platform"
        optional
        options={PLATFORM_OPTIONS}
      />
      <TextField
        label="Your account there"
        name="socialAccount"
        placeholder="@username"
        autoCapitalize="none"
        spellCheck={false}
        limit={FORM_LIMITS.handle}
        error={fieldProblem(stage, 'socialAccount')}
      />
      <div className="sm:col-span-2">
        <TextField
          label="Your sport"
          name="sport"
          limit={FORM_LIMITS.sport}
          error={fieldProblem(stage, 'sport')}
        />
      </div>
      <div className="sm:col-span-2">
        <TextArea
          label="Why are you interested?"
          name="content"
          limit={FORM_LIMITS.content}
          error={fieldProblem(stage, 'content')}
        />
      </div>
    </>
  )
}
