import { type FormEvent, useState } from 'react'
import { DESK_CALLS } from '../../../sync/desk/desk-paths.ts'
import type { CreatorsAnswer } from '../../../sync/desk/lists.ts'
import { PICTURE_PLACES, type PicturePlace } from '../../../sync/media/picture.ts'
import { call } from '../../api/call.ts'
import { useOnline } from '../../api/connection.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { callErrorText } from '../desk-queries.ts'
import { sendNew } from './send-act.ts'

export const PLACE_NAMES: Record<PicturePlace, string> = {
  profile: 'Profile picture',
  cover1: 'First cover photo',
  cover2: 'Second cover photo',
  cover3: 'Third cover photo',
}

/** Renders the form that asks an athlete for a picture. The athlete sends it from their Profile tab. */
export function AskPictureForm({ onAsked }: { onAsked: () => void }) {
  const online = useOnline()
  const [username, setUsername] = useState('')
  const [place, setPlace] = useState<PicturePlace>('profile')
  const [problem, setProblem] = useState<string | null>(null)
  const ask = async (event: FormEvent) => {
    event.preventDefault()
    const q = username.trim().replace(/^@/, '').toLowerCase()
    const found = await call<CreatorsAnswer>(DESK_CALLS.deskCreators, { q })
    if (!found.ok) return setProblem(callErrorText(found))
    const person = found.value.creators.find((creator) => creator.username === q)
    if (!person) return setProblem('There is no athlete with that username.')
    const args = { personId: person.id, place }
    const intent = { name: 'picture.request', idIn: 'requestId', args } as const
    if (await sendNew(intent, `We asked ${person.name} for it.`)) setUsername('')
    // After a refusal too, because the list then shows what has changed.
    onAsked()
  }
  return (
    <form onSubmit={ask} noValidate className="grid gap-4">
      <TextField
        label="Athlete’s username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={username}
        error={problem}
        onChange={(event) => {
          setProblem(null)
          setUsername(event.currentTarget.value)
        }}
      />
      <SelectField
        label="Place"
        value={place}
        options={PICTURE_PLACES.map((value) => ({ value, label: PLACE_NAMES[value] }))}
        onChange={(event) => setPlace(event.currentTarget.value as PicturePlace)}
      />
      <Button
        type="submit"
        tone="secondary"
        className="justify-self-start"
        disabled={!online || username.trim() === ''}
      >
        Ask for it
      </Button>
    </form>
  )
}
