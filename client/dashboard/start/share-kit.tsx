import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { QrPicture } from '../../ui/qr/qr-picture.tsx'
import { showToast } from '../../ui/toasts.ts'
import { bareAddress, shareLinks } from './share-links.ts'

type ShareKitProps = { username: string; name: string; sport: string | null }

/** Renders what brings fans: the link, its QR code, and a picture for a story; all of it works offline. */
export function ShareKit({ username, name, sport }: ShareKitProps) {
  const { profile } = shareLinks(username)
  return (
    <section aria-labelledby="share-kit" className="card grid gap-5 self-start p-5 md:p-6">
      <div>
        <h2 id="share-kit" className="display text-2xl">
          Bring your fans
        </h2>
        <p className="mt-2 text-muted text-sm">Anyone who opens this link can ask you, without an account.</p>
      </div>
      <QrPicture
        text={profile}
        label={`QR code of ${bareAddress(profile)}`}
        className="w-full max-w-60 justify-self-center rounded border"
      />
      <p className="label text-center [overflow-wrap:anywhere]">{bareAddress(profile)}</p>
      <div className="grid gap-3">
        <CopyButton text={profile} label="Copy link" wide />
        <PictureButton name={name} sport={sport} url={profile} />
      </div>
    </section>
  )
}

/** Draws the picture when the athlete wants it, and hands it to the phone's share sheet, or saves it as a file. */
function PictureButton(poster: { name: string; sport: string | null; url: string }) {
  const [isBusy, setBusy] = useState(false)
  const share = async () => {
    setBusy(true)
    try {
      const { drawPoster } = await import('./poster.ts')
      const picture = await drawPoster(poster)
      if (!picture) throw new Error('this browser draws no pictures')
      await handOver(new File([picture], 'ask-me.png', { type: 'image/png' }))
    } catch (error) {
      const isLeft = error instanceof DOMException && error.name === 'AbortError'
      if (!isLeft) showToast({ text: 'The picture could not be made here. The code can be shared instead.' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button tone="secondary" icon="share" wide loading={isBusy} onClick={() => void share()}>
      Picture for a story
    </Button>
  )
}

async function handOver(file: File): Promise<void> {
  if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file] })
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
