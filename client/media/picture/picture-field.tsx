import { useRef, useState } from 'react'
import type { PicturePlace } from '../../../sync/media/picture.ts'
import { Icon } from '../../ui/icon.tsx'
import { PictureButton } from './picture-button.tsx'
import type { ReadyPicture } from './read-picture.ts'
import { takePicture } from './take-picture.ts'

type PictureFieldProps = {
  label: string
  place?: PicturePlace
  value: ReadyPicture | null
  /** The address of the picture shown until the user chooses one. */
  current?: string | null
  error: string | null
  onPicture: (picture: ReadyPicture) => void
}

/**
 * A field for one picture with a preview of the square or strip. The user can move the crop along the side that is
 * too long (S2-5.12).
 */
export function PictureField({
  label,
  place = 'profile',
  value,
  current,
  error,
  onPicture,
}: PictureFieldProps) {
  const [file, setFile] = useState<File | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [errorText, setErrorText] = useState<string | null>(null)
  const turns = useRef(0)
  const take = async (chosen: File, position?: number) => {
    const turn = ++turns.current
    setBusy(position === undefined)
    const ready = await takePicture(chosen, place, position)
    // Drop this result, because the user moved the crop again in the meantime.
    if (turn !== turns.current) {
      if (typeof ready !== 'string') URL.revokeObjectURL(ready.url)
      return
    }
    setBusy(false)
    setErrorText(typeof ready === 'string' ? ready : null)
    if (typeof ready === 'string') return
    setFile(chosen)
    if (value) URL.revokeObjectURL(value.url)
    onPicture(ready)
  }
  return (
    <div>
      <p className="label mb-1.5 text-sm">{label}</p>
      <div className="flex flex-wrap items-start gap-4">
        <div
          className={`grid shrink-0 place-items-center overflow-hidden rounded border bg-sunken ${place === 'profile' ? 'size-28' : 'aspect-video w-52'}`}
        >
          {value || current ? (
            <img
              src={value?.url ?? current ?? ''}
              alt={value ? 'As it will look' : 'What was sent'}
              width={place === 'profile' ? 112 : 208}
              height={place === 'profile' ? 112 : 117}
              className="size-full object-cover"
            />
          ) : (
            <Icon name={place === 'profile' ? 'user' : 'camera'} className="size-10 text-muted" />
          )}
        </div>
        <div className="grid min-w-0 gap-3">
          <PictureButton
            label={label}
            isBusy={isBusy}
            error={errorText ?? error}
            onFiles={([chosen]) => chosen && void take(chosen)}
          >
            {value || current ? 'Choose another' : 'Choose a picture'}
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
        Your device makes it smaller and removes where it was taken.
      </p>
    </div>
  )
}
