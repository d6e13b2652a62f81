import type { NewSecondFactor } from '../../../sync/account/safety.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.ts'
import { useLater } from '../../ui/use-later.ts'

/** Loads the QR code later, because the first admin's page does not need it at its start. */
const loadPicture = () => import('../../ui/qr/qr-picture.tsx').then((found) => found.QrPicture)

/** Shows the key for an authenticator app: a link for this device, a QR code and text for another device. */
export function NewKey({ shown: { key, link } }: { shown: NewSecondFactor }) {
  const QrPicture = useLater(loadPicture)
  const copy = async () => {
    await navigator.clipboard.writeText(key)
    showToast({ text: 'The key is copied.' })
  }
  return (
    <div className="grid gap-4">
      <p className="text-muted text-pretty">
        In an authenticator app, such as the one in your password manager, add an account. On this device:
      </p>
      <a href={link} className="link label inline-flex min-h-11 items-center justify-self-start">
        Open in an authenticator app
      </a>
      <div>
        <p className="text-muted text-pretty">On another device, scan this code with the app:</p>
        <div className="mt-3 size-44">
          {QrPicture && <QrPicture text={link} label="The key as a QR code" className="size-full rounded" />}
        </div>
      </div>
      <div>
        <p className="text-muted text-pretty">Or choose “enter a key” and type this:</p>
        <div className="card mt-3 flex flex-wrap items-center justify-between gap-3 bg-sunken p-4">
          <output aria-label="Key to type" className="figures label break-words text-lg tracking-wide">
            {inFours(key)}
          </output>
          <Button tone="secondary" size="small" icon="copy" onClick={() => void copy()}>
            Copy
          </Button>
        </div>
      </div>
    </div>
  )
}

/** Returns the key in groups of four letters, for reading aloud. */
function inFours(key: string): string {
  return (key.match(/.{1,4}/g) ?? []).join(' ')
}
