import { type ReactNode, useId } from 'react'
import { ScreenHead } from '../../ui/screen-head.tsx'

type RequestLayoutProps = {
  /** Beside the steps on wide screens, before them on phones. */
  aside: ReactNode
  children: ReactNode
}

/** The request page while it is filled in: its steps down the page, and how it works beside them (S2-2.84–2.88). */
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
  /** It comes after something that is still to be done. */
  isLater?: boolean
  children?: ReactNode
}

/** One numbered step of the page; `note` stands beside its title. */
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
