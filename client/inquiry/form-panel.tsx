import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useOnline } from '../api/connection.ts'
import { keepsNothing } from '../text/keeps-nothing.ts'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { FieldError } from '../ui/form/field.tsx'
import { StatusLine } from '../ui/status/status-line.tsx'
import { type FormStage, fieldProblem, type useForm } from './use-form.ts'

type FormPanelProps = {
  stage: FormStage
  /** The props of the form, from `useForm`. */
  tie: ReturnType<typeof useForm>['tie']
  label: string
  thanks: { title: string; text: string }
  /** False while a required field is empty. */
  isReady?: boolean
  children: ReactNode
}

/** Shows a form, and the thank-you panel after it (S1-4.27). The panel shows only once the server has the form. */
export function FormPanel({ stage, tie, label, thanks, isReady = true, children }: FormPanelProps) {
  if (stage.at === 'sent') return <ThankYou {...thanks} />
  const isBusy = stage.at === 'saving' || stage.at === 'kept'
  return (
    <form {...tie} aria-label={label} className="card grid gap-6 p-5 md:p-8">
      <fieldset disabled={isBusy} className="grid gap-5 disabled:opacity-70 sm:grid-cols-2">
        {children}
      </fieldset>
      <div className="grid gap-3">
        <Button type="submit" size="large" loading={isBusy} disabled={!isReady}>
          Send
        </Button>
        <FieldError error={stage.at === 'writing' ? fieldProblem(stage, '') : null} />
        <Suspense>{stage.at === 'kept' && <KeptLine />}</Suspense>
        <p className="text-muted text-xs">Sending takes a moment: your device solves a small puzzle.</p>
      </div>
    </form>
  )
}

/** Says that a form is stored here but has not arrived yet, and whether the user may close the page. */
export function KeptLine() {
  const online = useOnline()
  return (
    <StatusLine icon={online ? 'upload' : 'offline'} live>
      {keepsNothing() ? onPage(online) : onDevice(online)}
    </StatusLine>
  )
}

const onDevice = (isOnline: boolean) =>
  isOnline
    ? 'Saved on this device. Sending …'
    : 'Saved on this device, waiting for network. It is sent when you are back, even if you leave this page.'

const onPage = (isOnline: boolean) =>
  isOnline ? 'Sending …' : 'Waiting for network. Keep this page open until it is sent.'

/**
 * Thanks the user. Scrolls to the panel, because it is much shorter than the form, and the screen would otherwise
 * show what is below it.
 */
function ThankYou({ title, text }: { title: string; text: string }) {
  const ref = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'center' })
    ref.current?.focus({ preventScroll: true })
  }, [])
  return (
    <section role="status" className="card grid justify-items-start gap-4 p-6 md:p-10">
      <h2 ref={ref} tabIndex={-1} className="display text-3xl outline-none">
        {title}
      </h2>
      <p className="max-w-xl text-lg text-muted text-pretty">{text}</p>
      <ButtonLink to="/" tone="secondary">
        Exit
      </ButtonLink>
    </section>
  )
}
