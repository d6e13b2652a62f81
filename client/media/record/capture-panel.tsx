import { useState } from 'react'
import { SelectField } from '../../ui/form/select-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { CaptureChoice, CaptureDevice, CaptureDevices } from './capture-choice.ts'

type CapturePanelProps = {
  devices: CaptureDevices
  /** The devices in use now. */
  chosen: CaptureChoice
  /** Called with the device that was chosen, and nothing of the other kind. */
  onChoose: (changed: Partial<CaptureChoice>) => void
}

/** Lets the user choose camera and microphone, where there is more than one of either. */
export function CapturePanel({ devices: { cameras, microphones }, chosen, onChoose }: CapturePanelProps) {
  const [isOpen, setOpen] = useState(false)
  if (cameras.length < 2 && microphones.length < 2) return null
  return (
    <div className="absolute top-[calc(0.5rem+env(safe-area-inset-top))] left-3 z-10 grid justify-items-start gap-2 md:left-5">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="touch grid place-items-center rounded-full bg-page/70"
      >
        <Icon name="settings" label="Camera and microphone" />
      </button>
      {isOpen && (
        <div className="card grid w-72 gap-4 p-4">
          <Choice
            label="Camera"
            devices={cameras}
            value={chosen.camera}
            onChoose={(camera) => onChoose({ camera })}
          />
          <Choice
            label="Microphone"
            devices={microphones}
            value={chosen.microphone}
            onChoose={(microphone) => onChoose({ microphone })}
          />
        </div>
      )}
    </div>
  )
}

type ChoiceProps = {
  label: string
  devices: readonly CaptureDevice[]
  value: string | null
  onChoose: (id: string) => void
}

function Choice({ label, devices, value, onChoose }: ChoiceProps) {
  if (devices.length < 2) return null
  return (
    <SelectField
      label={label}
      options={devices.map(({ id, label: name }) => ({ value: id, label: name }))}
      value={value ?? devices[0]?.id}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    />
  )
}
