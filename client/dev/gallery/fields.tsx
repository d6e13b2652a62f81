import { useId, useState } from 'react'
import { CheckField } from '../../ui/form/check-field.tsx'
import { ChoiceField } from '../../ui/form/choice-field.tsx'
import { DateField } from '../../ui/form/date-field.tsx'
import { EmailField } from '../../ui/form/email-field.tsx'
import { EntriesField } from '../../ui/form/entries-field.tsx'
import { CONTROL, Field, FieldError } from '../../ui/form/field.tsx'
import { MoneyField } from '../../ui/form/money-field.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Row } from './row.tsx'

const SPORTS = [
  { value: 'climbing', label: 'Climbing' },
  { value: 'rowing', label: 'Rowing' },
]

/** Renders the fields of one or more lines: with a hint, with an error, and disabled. */
export function TextFields() {
  return (
    <>
      <Row name="TextField, with a hint, with an error, optional with a prefix, disabled" layout="lines">
        <TextField label="City" hint="Where you train most of the year." />
        <TextField label="City" defaultValue="?" error="Write the name of a city." />
        <TextField label="Instagram" prefix="@" optional defaultValue="noraquist" />
        <TextField label="City" defaultValue="Eugene" disabled />
      </Row>
      <Row name="EmailField, with an error" layout="lines">
        <EmailField />
        <EmailField defaultValue="nora@" error="This address is not complete." />
      </Row>
      <Row name="MoneyField, with a comma, with an error" layout="lines">
        <MoneyFields />
      </Row>
      <Row name="PasswordField" layout="lines">
        <PasswordField label="Password" defaultValue="fifteen characters" hint="15 characters or more." />
      </Row>
      <Row name="TextArea, with a counter, over its limit, disabled" layout="lines">
        <TextArea label="Your question" rows={3} limit={80} defaultValue="How do you pace two laps?" />
        <TextArea
          label="Your question"
          rows={3}
          limit={40}
          defaultValue="This question has more characters than it may have."
          error="Shorten it to 40 characters."
        />
        <TextArea label="Your question" rows={3} defaultValue="Sent." disabled />
      </Row>
      <Row name="Field with a control of its own, FieldError" layout="lines">
        <Field label="Shirt number" hint="On your back." aside="1 to 99">
          {(control) => <input {...control} inputMode="numeric" defaultValue={15} className={CONTROL} />}
        </Field>
        <FieldError error="Something else is wrong." />
      </Row>
    </>
  )
}

function MoneyFields() {
  const [tip, setTip] = useState('7,50')
  const [least, setLeast] = useState('1,000')
  return (
    <>
      <MoneyField label="Your tip" value={tip} onChange={setTip} />
      <MoneyField
        label="Your tip"
        value={least}
        error="Please enter an amount in dollars, such as 7.50."
        onChange={setLeast}
      />
    </>
  )
}

/** Renders the fields in which the user chooses something. */
export function ChoiceFields() {
  const group = useId()
  const [tip, setTip] = useState<string | null>('5')
  const [way, setWay] = useState<string | null>('video')
  const [rows, setRows] = useState<string[]>(['NCAA all-conference', '2:02 over 800 m'])
  return (
    <>
      <Row name="SelectField, with a placeholder, with an error, disabled" layout="lines">
        <SelectField label="Sport" options={SPORTS} placeholder="Choose a sport" />
        <SelectField label="Sport" options={SPORTS} placeholder="Choose a sport" error="Choose one." />
        <SelectField label="Sport" options={SPORTS} defaultValue="rowing" disabled />
      </Row>
      <Row name="DateField, with an error" layout="lines">
        <DateField label="Date of birth" defaultValue="1998-04-12" />
        <DateField label="Date of birth" error="Choose a day in the past." />
      </Row>
      <Row name="ChoiceField, in a row, in a stack with one disabled" layout="lines">
        <ChoiceField
          label="Tip"
          name={`${group}-tip`}
          choices={['2', '5', '10'].map((value) => ({ value, label: `$${value}` }))}
          value={tip}
          onChange={setTip}
        />
        <ChoiceField
          label="How do you ask?"
          name={`${group}-way`}
          layout="stack"
          choices={[
            { value: 'text', label: 'In writing', hint: 'Up to 500 characters.', icon: 'text' },
            { value: 'video', label: 'By video', hint: 'Up to 30 seconds.', icon: 'camera' },
            { value: 'call', label: 'By phone', hint: 'Not yet.', disabled: true },
          ]}
          value={way}
          onChange={setWay}
        />
        <ChoiceField
          label="Tip"
          name={`${group}-wrong`}
          choices={[{ value: '2', label: '$2' }]}
          value={null}
          error="Choose one."
          onChange={() => {}}
        />
      </Row>
      <Row name="CheckField, as a box, with an error, as a switch, disabled" layout="lines">
        <CheckField label="I am 18 or older." hint="Younger people ask with a parent." defaultChecked />
        <CheckField label="I agree to the terms." error="Agree to continue." />
        <CheckField label="Take a break" kind="switch" defaultChecked />
        <CheckField label="Notifications" kind="switch" disabled />
      </Row>
      <Row name="EntriesField, with an error" layout="lines">
        <EntriesField
          label="Achievements"
          one="Achievement"
          add="Add another one"
          hint="Up to three."
          rows={rows}
          most={3}
          onRows={setRows}
        />
        <EntriesField
          label="Interests"
          one="Interest"
          add="Add another one"
          error="Name one at least."
          rows={['']}
          most={3}
          onRows={() => {}}
        />
      </Row>
    </>
  )
}
