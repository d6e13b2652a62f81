import { Icon } from '../../ui/icon.tsx'
import { part, RevealSection } from '../motion/reveal.tsx'
import { BENEFITS } from './home-copy.ts'

/** What is different here, on six cards (S1-2.43). */
export function Difference() {
  return (
    <RevealSection aria-labelledby="difference" className="wrap py-16 md:py-24">
      <h2 id="difference" className={`display max-w-3xl text-4xl ${part(0)}`}>
        Advice from the people who did it
      </h2>
      <ul className="mt-10 grid gap-4 sm:grid-cols-2 md:mt-14 md:gap-5 lg:grid-cols-3">
        {BENEFITS.map(({ title, text, icon }, at) => (
          <li key={title} className={`card flex flex-col p-6 md:p-8 ${part(at + 1)}`}>
            <Icon name={icon} className="size-8 text-signal-text" />
            <h3 className="display mt-8 text-2xl md:mt-12">{title}</h3>
            <p className="mt-3 text-muted text-pretty">{text}</p>
          </li>
        ))}
      </ul>
    </RevealSection>
  )
}
