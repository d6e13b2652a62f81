import { useState } from 'react'
import { useOnline } from '../../api/connection.ts'
import { PictureField } from '../../media/picture/picture-field.tsx'
import type { ReadyPicture } from '../../media/picture/read-picture.ts'
import { sendPicture } from '../../media/picture/send-picture.ts'
import { refusalText } from '../../text/refusals.ts'
import { Button } from '../../ui/button.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { showToast } from '../../ui/toasts.ts'

/** Renders a fan's own picture, which they choose, cut and publish themselves (D115). It needs a network. */
export function OwnPicture({ current }: { current: string | null }) {
  const online = useOnline()
  const [picture, setPicture] = useState<ReadyPicture | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const send = async () => {
    if (!picture) return
    setBusy(true)
    const sent = await sendPicture('profile', picture.blob)
    setBusy(false)
    setError(sent.ok ? null : 'refusal' in sent ? refusalText(sent.refusal) : UNREACHED)
    if (sent.ok) showToast({ text: 'Your new picture is here.', tone: 'success' })
  }
  return (
    <div className="grid gap-4">
      <p className="max-w-xl text-muted text-pretty">
        Only athletes you have written to see your picture. You can change it whenever you like.
      </p>
      <PictureField
        label="Profile picture"
        value={picture}
        current={current}
        error={error}
        onPicture={(chosen) => {
          setPicture(chosen)
          setError(null)
        }}
      />
      {picture && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button loading={isBusy} disabled={!online} onClick={send}>
            Save picture
          </Button>
          {!online && (
            <StatusLine icon="offline" live>
              Sending it needs a network. Keep this open until you are back online.
            </StatusLine>
          )}
        </div>
      )}
    </div>
  )
}

const UNREACHED = 'We could not reach our server. Your picture is still here: try again when you are online.'
