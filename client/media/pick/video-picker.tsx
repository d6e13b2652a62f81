import { UppyContextProvider, useDropzone, useFileInput } from '@uppy/react'
import { useEffect, useMemo, useState } from 'react'
import { VIDEO_TYPES } from '../../../sync/limits.ts'
import { makePicker } from '../../store/upload/uploads.ts'
import { Button } from '../../ui/button.tsx'

/** The accepted types. Some systems recognise a QuickTime file only by its extension. */
const ACCEPT = [...VIDEO_TYPES, '.mov'].join(',')

type VideoPickerProps = {
  isDisabled?: boolean
  /** The chosen file is being checked. */
  isBusy?: boolean
  /** Called with one file, not checked yet. */
  onPick: (file: File) => void
}

/** Takes one video file by button or by drop. Uppy passes it on and uploads nothing. */
export function VideoPicker(props: VideoPickerProps) {
  const [picker] = useState(makePicker)
  const { onPick } = props
  useEffect(() => {
    const onAdded = (file: { id: string; data?: unknown }) => {
      picker.removeFile(file.id)
      if (file.data instanceof File) onPick(file.data)
    }
    picker.on('file-added', onAdded)
    return () => {
      picker.off('file-added', onAdded)
    }
  }, [picker, onPick])
  return (
    <UppyContextProvider uppy={picker}>
      <PickField {...props} />
    </UppyContextProvider>
  )
}

function PickField({ isDisabled = false, isBusy = false }: VideoPickerProps) {
  const { getInputProps, getButtonProps } = useFileInput(
    useMemo(() => ({ accept: ACCEPT, multiple: false }), []),
  )
  const [isOver, setOver] = useState(false)
  const { getRootProps } = useDropzone(
    useMemo(
      () => ({
        noClick: true,
        onDragEnter: () => setOver(true),
        onDragLeave: () => setOver(false),
        onDrop: () => setOver(false),
      }),
      [],
    ),
  )
  const { onDrop, onDragOver, onDragEnter, onDragLeave } = getRootProps()
  const dropping = isDisabled || isBusy ? {} : { onDrop, onDragOver, onDragEnter, onDragLeave }
  return (
    <div
      {...(dropping as object)}
      className={`rounded ${isOver ? 'outline-3 outline-signal-text outline-dashed' : ''}`}
    >
      <input
        {...getInputProps()}
        className="sr-only"
        tabIndex={-1}
        aria-label="Video file"
        disabled={isDisabled || isBusy}
      />
      <Button
        {...getButtonProps()}
        type="button"
        tone="secondary"
        icon="upload"
        wide
        loading={isBusy}
        disabled={isDisabled}
      >
        {isBusy ? 'Checking the video' : 'Choose a video'}
      </Button>
    </div>
  )
}
