import { ButtonLink } from '../../ui/button-link.tsx'
import { ChalkLines } from '../../ui/chalk/chalk-lines.tsx'
import { part, RevealSection } from '../motion/reveal.tsx'

/** The last word of the front page (S1-2.44, S1-2.45). */
export function Closing() {
  return (
    <RevealSection data-theme="dark" className="relative isolate overflow-hidden bg-field text-ink">
      <ChalkLines
        name="track"
        anchor="end"
        className="-z-10 mask-l-from-10% mask-l-to-60% absolute inset-0 size-full max-md:opacity-50"
      />
      <div className="wrap flex flex-col items-start gap-8 py-20 md:py-32">
        <h2 className={`display max-w-4xl text-5xl ${part(0)}`}>Choose an athlete and get advice ASAP.</h2>
        <div className={part(1)}>
          <ButtonLink to="/ask" size="large" iconAfter="arrow-right">
            Ask something
          </ButtonLink>
        </div>
      </div>
    </RevealSection>
  )
}
