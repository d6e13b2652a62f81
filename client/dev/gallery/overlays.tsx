import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { showToast, type ToastTone } from '../../ui/toasts.ts'
import { Row } from './row.tsx'

const SIZES = ['narrow', 'wide', 'full'] as const
const TONES: ToastTone[] = ['plain', 'success', 'danger']

/** Renders the buttons that open dialogs and toasts, which lie over the page in the device's colour scheme. */
export function Overlays() {
  const [size, setSize] = useState<(typeof SIZES)[number] | null>(null)
  const close = () => setSize(null)
  return (
    <>
      <Row name="Dialog, by size">
        {SIZES.map((each) => (
          <Button key={each} tone="secondary" onClick={() => setSize(each)}>
            Open a {each} one
          </Button>
        ))}
      </Row>
      <Row name="Toasts, by tone, and with an action">
        {TONES.map((tone) => (
          <Button key={tone} tone="secondary" onClick={() => showToast({ text: `A ${tone} toast.`, tone })}>
            Show a {tone} one
          </Button>
        ))}
        <Button tone="secondary" onClick={showWithAction}>
          Show one with an action
        </Button>
      </Row>
      <Dialog
        open={size !== null}
        size={size ?? 'narrow'}
        onClose={close}
        title="Take the question back?"
        footer={
          <div className="flex gap-3">
            <Button onClick={close}>Take it back</Button>
            <Button tone="quiet" onClick={close}>
              Keep it
            </Button>
          </div>
        }
      >
        <p className="mb-5">What a dialog says stands here.</p>
        <TextField label="Why?" optional />
      </Dialog>
    </>
  )
}

function showWithAction(): void {
  showToast({ text: 'The draft was discarded.', action: { label: 'Undo', onPress: () => {} } })
}
