import { type ReactNode, useId } from 'react'
import { ScreenHead } from '../../ui/screen-head.tsx'

type RequestLayoutProps = {
  /** Stands beside the steps on wide screens, and before them on phones. */
  aside: ReactNode
  children: ReactNode
}

/** Lays out the request page while it is filled in: the steps, and the explanation beside them (S2-2.84–2.88). */
export function RequestLayout({ aside, children }: RequestLayoutProps) {
  return (
    <div className="wrap grid grid-cols-1 gap-8 py-10 md:gap-12 md:py-16 lg:grid-cols-[minmax(0,1fr)_21rem] lg:gap-x-16">
      <div className="lg:col-span-2">
        <ScreenHead
          title="Make a request"
          lead="One page, four steps, and a video made for you. No account is needed."
        />
      </div>
      <aside className="lg:order-last">
        <div className="lg:sticky lg:top-8">{aside}</div>
      </aside>
      <div className="grid min-w-0 grid-cols-1 content-start gap-10 md:gap-12">{children}</div>
    </div>
  )
}

type RequestStepProps = {
  number: number
  title: string
  note?: string
  /** Whether another step has to be done first. */
  isLater?: boolean
  children?: ReactNode
}

/** Renders one numbered step of the page, with `note` beside its title. */
export function RequestStep({ number, title, note, isLater, children }: RequestStepProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid min-w-0 grid-cols-1 gap-5 border-t pt-6 md:gap-6 md:pt-8">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2
          id={id}
          className={`display flex items-baseline gap-3 text-2xl md:text-3xl ${isLater ? 'text-muted' : ''}`}
        >
          <span className={`figures ${isLater ? '' : 'text-signal-text'}`}>{number}</span>
          {title}
        </h2>
        {note && <span className="label text-muted text-sm">{note}</span>}
      </div>
      {children}
    </section>
  )
}
