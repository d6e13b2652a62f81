import { useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { PictureButton } from './picture-button.tsx'
import type { ReadyPicture } from './read-picture.ts'
import { takePicture } from './take-picture.ts'

type ProfilePictureFieldProps = {
  value: ReadyPicture | null
  error: string | null
  onPicture: (picture: ReadyPicture) => void
}

/** One picture, seen as the square it will be; what is too long of it can be moved (S2-5.12). */
export function ProfilePictureField({ value, error, onPicture }: ProfilePictureFieldProps) {
  const [file, setFile] = useState<File | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const take = async (chosen: File, position?: number) => {
    setBusy(position === undefined)
    const ready = await takePicture(chosen, 'profile', position)
    setBusy(false)
    setTrouble(typeof ready === 'string' ? ready : null)
    if (typeof ready === 'string') return
    setFile(chosen)
    if (value) URL.revokeObjectURL(value.url)
    onPicture(ready)
  }
  return (
    <div>
      <p className="label mb-1.5 text-sm">Profile picture</p>
      <div className="flex items-start gap-4">
        <div className="grid size-28 shrink-0 place-items-center overflow-hidden rounded border bg-sunken">
          {value ? (
            <img
              src={value.url}
              alt="As it will look"
              width={112}
              height={112}
              className="size-full object-cover"
            />
          ) : (
            <Icon name="user" className="size-10 text-muted" />
          )}
        </div>
        <div className="grid min-w-0 gap-3">
          <PictureButton
            label="Profile picture"
            isBusy={isBusy}
            error={trouble ?? error}
            onFiles={([chosen]) => chosen && void take(chosen)}
          >
            {value ? 'Choose another' : 'Choose a picture'}
          </PictureButton>
          {file && value?.position != null && (
            <label className="flex items-center gap-3 text-muted text-sm">
              Move
              <input
                type="range"
                min={0}
                max={100}
                step={5}
                value={Math.round(value.position * 100)}
                onChange={({ target }) => void take(file, Number(target.value) / 100)}
                className="h-11 min-w-0 flex-1 accent-[var(--signal)]"
              />
            </label>
          )}
        </div>
      </div>
      <p className="mt-1.5 text-muted text-xs">
        It is made smaller on this device, and where it was taken stays here.
      </p>
    </div>
  )
}
