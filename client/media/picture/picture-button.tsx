import { useId } from 'react'
import { FieldError } from '../../ui/form/field.tsx'
import { Icon } from '../../ui/icon.tsx'

type PictureButtonProps = {
  /** What is chosen. It follows the button's words in the name of the file field. */
  label: string
  children: string
  isBusy: boolean
  multiple?: boolean
  error?: string | null
  onFiles: (files: File[]) => void
}

/** A button that opens the device's pictures and passes on the chosen files as they are. */
export function PictureButton({ label, children, isBusy, multiple, error, onFiles }: PictureButtonProps) {
  const id = useId()
  return (
    <div>
      <label
        className={`label inline-flex min-h-12 items-center gap-2 rounded border-[1.5px] border-control px-5 py-2.5 hover:border-ink has-focus-visible:outline-3 has-focus-visible:outline-signal-text has-focus-visible:outline-offset-2 ${isBusy ? 'opacity-60' : 'cursor-pointer'}`}
      >
        <input
          type="file"
          accept="image/*"
          aria-label={`${children}: ${label}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          multiple={multiple}
          disabled={isBusy}
          onChange={({ target }) => {
            const files = [...(target.files ?? [])]
            // Clear the field, so that the same file can be chosen again.
            target.value = ''
            if (files.length > 0) onFiles(files)
          }}
          className="sr-only"
        />
        <Icon name="upload" />
        {children}
      </label>
      <FieldError id={id} error={error} />
    </div>
  )
}
