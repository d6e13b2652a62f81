import { Link } from '@tanstack/react-router'
import { useSession } from '../../api/session.ts'
import { mailAddress } from '../../text/mail-address.ts'
import { Icon } from '../../ui/icon.tsx'
import { ScreenHead } from '../../ui/screen-head.tsx'

/** A paragraph, or a list of points. */
export type LegalPart = string | readonly string[]

export type LegalText = {
  title: string
  lead: string
  changed: string
  /** The whole text in a few lines, for visitors who read no further. */
  short: readonly string[]
  sections: readonly { title: string; parts: readonly LegalPart[] }[]
}

/** Renders a legal text: the summary first, then the sections. */
export function LegalPage({ text: { title, lead, changed, short, sections } }: { text: LegalText }) {
  return (
    <div className="wrap py-10 md:py-16">
      <ScreenHead title={title} lead={lead} />
      <p className="mt-4 text-muted text-sm">Last changed {changed}</p>
      <div className="mt-10 grid gap-x-20 gap-y-10 md:mt-14 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <Contents sections={sections} />
        <div className="min-w-0">
          <section aria-labelledby="short" className="card max-w-2xl p-6 md:p-8">
            <h2 id="short" className="display text-2xl">
              In short
            </h2>
            <ul className="mt-4 grid gap-3">
              {short.map((line) => (
                <li key={line} className="flex gap-3">
                  <Icon name="check" className="mt-1 size-5 text-signal-text" />
                  <span className="text-pretty">{line}</span>
                </li>
              ))}
            </ul>
          </section>
          <div className="prose">
            {sections.map((section, at) => (
              <section key={section.title}>
                <h2 id={anchorOf(at)}>
                  {at + 1}. {section.title}
                </h2>
                {section.parts.map((part) => (
                  <Part key={String(part)} part={part} />
                ))}
              </section>
            ))}
          </div>
          <Contact />
        </div>
      </div>
    </div>
  )
}

const anchorOf = (at: number) => `section-${at + 1}`

function Contents({ sections }: Pick<LegalText, 'sections'>) {
  return (
    <nav aria-label="On this page" className="lg:sticky lg:top-8 lg:self-start">
      <details className="max-lg:card group lg:hidden">
        <summary className="label flex min-h-12 items-center justify-between px-4">
          On this page
          <Icon name="chevron-down" className="size-5 transition-transform group-open:rotate-180" />
        </summary>
        <ContentsList sections={sections} className="px-4 pb-3" />
      </details>
      <div className="max-lg:hidden">
        <p className="label text-muted text-sm">On this page</p>
        <ContentsList sections={sections} className="mt-2" />
      </div>
    </nav>
  )
}

function ContentsList({ sections, className }: Pick<LegalText, 'sections'> & { className: string }) {
  return (
    <ol className={className}>
      {sections.map(({ title }, at) => (
        <li key={title}>
          <a
            href={`#${anchorOf(at)}`}
            className="inline-flex min-h-11 items-center underline decoration-2 decoration-transparent underline-offset-4 hover:decoration-signal lg:min-h-9 lg:text-sm"
          >
            {title}
          </a>
        </li>
      ))}
    </ol>
  )
}

function Part({ part }: { part: LegalPart }) {
  if (typeof part === 'string') return <p>{part}</p>
  return (
    <ul>
      {part.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  )
}

function Contact() {
  const { supportEmail } = useSession()
  return (
    <p className="mt-10 max-w-2xl border-t pt-6 text-muted">
      A question about this page?{' '}
      <Link to="/contact" className="link py-3 text-ink">
        Contact us
      </Link>
      {supportEmail && (
        <>
          {' or write to '}
          <a href={mailAddress(supportEmail)} className="link py-3 text-ink">
            {supportEmail}
          </a>
        </>
      )}
      .
    </p>
  )
}
