import { useState } from 'react'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { type PlaybackMode, readSpeed, SPEED } from './use-playback.ts'

type SampleProfileProps = {
  mode: PlaybackMode
  speedS: number
  onMode: (mode: PlaybackMode) => void
  onSpeed: (seconds: number) => void
}

const MODES = [
  { value: 'one-at-a-time', label: 'One at a time' },
  { value: 'static', label: 'Static' },
] as const

/** Renders the settings of the demo: its animation mode and the speed of the popups (S2-2.142, S2-2.143). */
export function SampleProfile({ mode, speedS, onMode, onSpeed }: SampleProfileProps) {
  const [typed, setTyped] = useState(String(speedS))
  const isWrong = readSpeed(typed) === null
  return (
    <div className="grid max-w-xl gap-6 p-4 py-8 md:min-h-[42rem] md:content-start md:p-10">
      <div>
        <h2 className="display text-2xl">Demo settings</h2>
        <p className="mt-2 text-muted text-pretty">
          Your profile would be here. In the demo, you choose here how the conversations are played.
        </p>
      </div>
      <SelectField
        label="Animation mode"
        hint="Static shows all messages at once. One at a time pops them up, waits three seconds, and begins again."
        options={MODES}
        value={mode}
        onChange={(event) => onMode(event.target.value === 'static' ? 'static' : 'one-at-a-time')}
      />
      <TextField
        label="Popup speed, in seconds"
        hint={`From ${SPEED.least} to ${SPEED.most} seconds between two messages.`}
        error={isWrong ? `Please enter a number from ${SPEED.least} to ${SPEED.most}.` : null}
        inputMode="decimal"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          const seconds = readSpeed(event.target.value)
          if (seconds !== null) onSpeed(seconds)
        }}
      />
    </div>
  )
}
