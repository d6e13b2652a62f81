import { lazy, Suspense } from 'react'
import type { NewSecondFactor } from '../../../sync/account/safety.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.ts'

// Loaded later, because the first admin's page does not need the QR code at its start.
const QrPicture = lazy(() =>
  import('../../ui/qr/qr-picture.tsx').then((found) => ({ default: found.QrPicture })),
)

/** Shows the key for an authenticator app: a link for this device, a QR code and text for another device. */
export function NewKey({ shown: { key, link } }: { shown: NewSecondFactor }) {
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
          <Suspense>
            <QrPicture text={link} label="The key as a QR code" className="size-full rounded" />
          </Suspense>
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
