import { useState } from 'react'
import type { OpenPictureRequest } from '../../../sync/athlete/picture-request.ts'
import { CALLS } from '../../../sync/paths.ts'
import { useOnline } from '../../api/connection.ts'
import { PictureField } from '../../media/picture/picture-field.tsx'
import type { ReadyPicture } from '../../media/picture/read-picture.ts'
import { sendPicture } from '../../media/picture/send-picture.ts'
import { refusalText } from '../../text/refusals.ts'
import { Button } from '../../ui/button.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'

/**
 * Renders a picture that the team has asked for. The user chooses and cuts it here, and sends it with a network; it
 * is public once the team has looked at it.
 */
export function AskedPicture({ request }: { request: OpenPictureRequest }) {
  const { place, state, note, pictureId } = request
  const online = useOnline()
  const [picture, setPicture] = useState<ReadyPicture | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const label = place === 'profile' ? 'New profile picture' : 'New cover photo'
  const send = async () => {
    if (!picture) return
    setBusy(true)
    const sent = await sendPicture(place, picture.blob)
    setBusy(false)
    setError(sent.ok ? null : 'refusal' in sent ? refusalText(sent.refusal) : UNREACHED)
    if (!sent.ok) return
    URL.revokeObjectURL(picture.url)
    setPicture(null)
  }
  return (
    <li className="card grid gap-4 p-4 md:p-5">
      <p className="max-w-xl text-pretty">
        {state === 'brought'
          ? 'Your picture is with our team. It is public once they have looked at it.'
          : `Our team asks you for a new ${place === 'profile' ? 'profile picture' : 'cover photo'}.`}
      </p>
      {note && (
        <blockquote className="border-l-4 border-l-signal pl-4 text-pretty [overflow-wrap:anywhere]">
          {note}
        </blockquote>
      )}
      <PictureField
        label={label}
        place={place}
        value={picture}
        current={pictureId && `${CALLS.broughtPicture}${pictureId}`}
        error={error}
        onPicture={setPicture}
      />
      {picture && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button loading={isBusy} disabled={!online} onClick={send}>
            Send to the team
          </Button>
          {!online && (
            <StatusLine icon="offline" live>
              Sending it needs a network. Keep this open until you are back.
            </StatusLine>
          )}
        </div>
      )}
    </li>
  )
}

const UNREACHED = 'Our server was not reached. The picture is still here: try again when you are back.'
