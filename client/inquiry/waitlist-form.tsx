import { useState } from 'react'
import { FORM_LIMITS, WAITLIST_PLATFORMS } from '../../sync/forms/form-limits.ts'
import { EmailField } from '../ui/form/email-field.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { FormPanel } from './form-panel.tsx'
import { fieldProblem, type useForm } from './use-form.ts'

const THANKS = {
  title: 'Thank you for your interest!',
  text: "We'll take a look at your page, and get back to you soon.",
}
const PLATFORM_OPTIONS = WAITLIST_PLATFORMS.map((platform) => ({ value: platform, label: platform }))
const EMPTY = { socialPlatform: '', socialAccount: '', email: '' }

/** The waitlist form for an athlete without a code: three required fields (S2-2.21, S2-2.29, S2-2.30, S2-5.15). */
export function WaitlistForm({ form }: { form: ReturnType<typeof useForm> }) {
  const { stage, tie } = form
  const [typed, setTyped] = useState(EMPTY)
  const field = (name: keyof typeof EMPTY) => ({
    name,
    value: typed[name],
    error: fieldProblem(stage, name),
    onChange: ({ target: { value } }: { target: { value: string } }) =>
      setTyped((now) => ({ ...now, [name]: value })),
  })
  const isFilled = Object.values(typed).every((text) => text.trim() !== '')
  return (
    <FormPanel stage={stage} tie={tie} label="Join the waitlist" thanks={THANKS} isReady={isFilled}>
      <SelectField
        label="Social platform"
        placeholder="Choose one"
        options={PLATFORM_OPTIONS}
        {...field('socialPlatform')}
      />
      <TextField
        label="Your handle there"
        placeholder="@username"
        autoCapitalize="none"
        spellCheck={false}
        limit={FORM_LIMITS.handle}
        {...field('socialAccount')}
      />
      <div className="sm:col-span-2">
        <EmailField {...field('email')} />
      </div>
    </FormPanel>
  )
}
