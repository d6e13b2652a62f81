import { useEffect, useRef, useState } from 'react'
import { PICTURE_LIMITS } from '../../../sync/media/picture.ts'
import { IN_PLACE, useFocusMoved } from '../../ui/focus-moved.ts'
import { Icon } from '../../ui/icon.tsx'
import { PictureButton } from './picture-button.tsx'
import type { ReadyPicture } from './read-picture.ts'
import { takePicture } from './take-picture.ts'

const MOST = PICTURE_LIMITS.covers
const ONLY_FIRST = 'Only the first three cover photos are kept.'

type CoverPicturesFieldProps = {
  value: readonly ReadyPicture[]
  onPictures: (pictures: ReadyPicture[]) => void
}

/** A field for up to three wide pictures. Of more, it keeps the first three and says so (S2-5.11, D92). */
export function CoverPicturesField({ value, onPictures }: CoverPicturesFieldProps) {
  const [isBusy, setBusy] = useState(false)
  const [errorText, setErrorText] = useState<string | null>(null)
  // The button of a removed picture is gone, and so is the one that chose the last picture.
  const whole = useFocusMoved<HTMLFieldSetElement>(value.length, IN_PLACE)
  const shown = useRef(value)
  useEffect(() => {
    shown.current = value
  }, [value])
  const take = async (files: File[]) => {
    setBusy(true)
    const room = MOST - value.length
    const ready: ReadyPicture[] = []
    let problem = files.length > room ? ONLY_FIRST : null
    for (const file of files.slice(0, room)) {
      const picture = await takePicture(file, 'cover1')
      if (typeof picture === 'string') problem = picture
      else ready.push(picture)
    }
    setBusy(false)
    setErrorText(problem)
    // Read the current list, because the user may have removed a picture in the meantime.
    onPictures([...shown.current, ...ready])
  }
  const remove = (picture: ReadyPicture) => {
    URL.revokeObjectURL(picture.url)
    setErrorText(null)
    onPictures(value.filter((each) => each !== picture))
  }
  return (
    <fieldset ref={whole} tabIndex={-1}>
      <legend className="label mb-1.5 text-sm">
        Cover photos <span className="font-normal text-muted">(optional)</span>
      </legend>
      {value.length > 0 && (
        <ul className="mb-3 grid grid-cols-2 gap-3 sm:grid-cols-3">
          {value.map((picture, index) => (
            <li key={picture.url} className="relative overflow-hidden rounded border bg-sunken">
              <img
                src={picture.url}
                alt={`Cover ${index + 1}`}
                width={320}
                height={180}
                className="aspect-video w-full object-cover"
              />
              <button
                // New after each removal, so that a double tap does not also remove the picture that moves up.
                key={value.length}
                type="button"
                aria-label={`Remove cover ${index + 1}`}
                onClick={() => remove(picture)}
                className="touch absolute top-1 right-1 grid animate-settle place-items-center rounded bg-surface text-ink"
              >
                <Icon name="trash" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {value.length < MOST ? (
        <PictureButton
          label="Cover photos"
          multiple
          isBusy={isBusy}
          error={errorText}
          onFiles={(files) => void take(files)}
        >
          {value.length > 0 ? 'Add another' : 'Choose photos'}
        </PictureButton>
      ) : (
        <p role="status" className="text-muted text-sm">
          {errorText ?? 'That is all three.'}
        </p>
      )}
      <p className="mt-1.5 text-muted text-xs">
        Up to three, in landscape format. Without one, a drawing of your sport is shown.
      </p>
    </fieldset>
  )
}
