import {
  BirthDateField,
  CityField,
  CountryField,
  NameFields,
  PersonFields,
} from '../../ui/form/person-fields.tsx'
import { Row } from './row.tsx'

const TODAY = '2026-06-01'
const COUNTRIES = [
  { value: 'DE', label: 'Germany' },
  { value: 'US', label: 'United States' },
]

/** Renders the fields about a person: all of them together, and each alone with an error. */
export function Person() {
  return (
    <>
      <Row name="PersonFields" layout="lines">
        <PersonFields field={() => ({})} today={TODAY} countries={COUNTRIES} />
      </Row>
      <Row name="NameFields, BirthDateField, CountryField, CityField, with errors" layout="lines">
        <NameFields field={() => ({ error: 'Write a name.' })} />
        <BirthDateField today={TODAY} error="Choose your birthday." />
        <CountryField options={COUNTRIES} error="Choose a country." />
        <CityField error="Write the name of a city." />
      </Row>
    </>
  )
}
