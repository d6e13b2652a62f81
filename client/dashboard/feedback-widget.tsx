import { useState } from 'react'
import { FORM_LIMITS } from '../../sync/forms/form-limits.ts'
import { isOnline } from '../api/connection.ts'
import { getSession } from '../api/session.ts'
import { appendOrSend } from '../store/append-or-send.ts'
import { useKeptText } from '../store/kept-words.ts'
import { useDevice } from '../store/use-device.ts'
import { keepsNothing, keptWhere } from '../text/keeps-nothing.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { Icon } from '../ui/icon.tsx'
import { showToast } from '../ui/toasts.ts'

/**
 * Renders "Need something?", which floats over the dashboard and takes a message to the team, also offline (S2-2.49,
 * S2-2.50). On phones it is a round mark, and on a page with a player it stands below everything.
 */
export function FeedbackWidget() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="label fixed right-[max(0.75rem,env(safe-area-inset-right))] bottom-[calc(0.75rem+var(--tab-bar)+env(safe-area-inset-bottom))] z-20 inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-full border bg-surface text-sm shadow-float hover:bg-sunken in-[body:has([aria-label=Notice])]:max-md:bottom-[calc(6.5rem+var(--tab-bar)+env(safe-area-inset-bottom))] in-[.app-frame:has([data-bar])]:max-md:hidden in-[.app-frame:has(.video-box)]:max-md:static in-[.app-frame:has(.video-box)]:max-md:mt-4 in-[.app-frame:has(.video-box)]:max-md:ml-auto in-[.app-frame:has(.video-box)]:max-md:flex md:right-auto md:bottom-6 md:left-[max(1.5rem,calc((100vw-78rem)/2+2.5rem))] md:px-4 flat:right-[max(0.75rem,env(safe-area-inset-right))] flat:bottom-3 flat:left-auto flat:px-0 in-[body:has([aria-label=Notice])]:flat:bottom-28"
      >
        <Icon name="help" className="size-5 text-muted" />
        <span className="max-md:sr-only flat:sr-only">Need something?</span>
      </button>
      {isOpen && <ContactDialog onClose={() => setOpen(false)} />}
    </>
  )
}

/** Renders the widget's dialog; an unsent message is here again after the dialog was closed. */
export function ContactDialog({ onClose }: { onClose: () => void }) {
  const device = useDevice()
  const { text: content, change } = useKeptText('feedback')
  const [isBusy, setBusy] = useState(false)
  const length = [...content.trim()].length
  const submit = async () => {
    setBusy(true)
    const written = content.trim()
    const taken = await appendOrSend(device, written, (feedbackId) => ({
      name: 'feedback.send',
      args: { feedbackId, content: written },
    }))
    setBusy(false)
    if (taken.at === 'nowhere') return showToast({ text: taken.text, tone: 'danger' })
    showToast({ text: taken.at === 'sent' ? SENT : keptText(), tone: 'success' })
    change('')
    onClose()
  }
  return (
    <Dialog
      open
      title="Contact our team"
      dismissible={length === 0}
      onClose={onClose}
      keep="Close"
      footer={
        <Button
          loading={isBusy}
          disabled={length === 0 || length > FORM_LIMITS.content}
          onClick={() => void submit()}
        >
          Submit
        </Button>
      }
    >
      <TextArea
        label="What can we do for you?"
        hint="A person reads it and answers by email."
        rows={5}
        limit={FORM_LIMITS.content}
        value={content}
        readOnly={isBusy}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        data-autofocus
      />
    </Dialog>
  )
}

const SENT = 'Your message was sent to our team'
const ON_ITS_WAY = 'Your message is on its way to our team'
const SENT_LATER = 'Your message is saved on this device, and sent to our team when you are back online'
const WHILE_OPEN = 'Keep this page open: your message is sent to our team when you are back online'

/** Says of a message in the outbox when it leaves. */
function keptText(): string {
  if (getSession().state === 'ended') return `Your message is saved ${keptWhere()}. Sign in to send it.`
  if (isOnline()) return ON_ITS_WAY
  return keepsNothing() ? WHILE_OPEN : SENT_LATER
}
