import type { ComponentType } from 'react'
import { ScreenHead } from '../ui/screen-head.tsx'
import { Buttons } from './gallery/buttons.tsx'
import { Charts } from './gallery/charts.tsx'
import { ChoiceFields, TextFields } from './gallery/fields.tsx'
import { Overlays } from './gallery/overlays.tsx'
import { Person } from './gallery/person.tsx'
import { Heads, Pictures } from './gallery/pictures.tsx'
import { Status } from './gallery/status.tsx'

const GROUPS: { name: string; Examples: ComponentType }[] = [
  { name: 'Buttons', Examples: Buttons },
  { name: 'Text fields', Examples: TextFields },
  { name: 'Choices', Examples: ChoiceFields },
  { name: 'A person', Examples: Person },
  { name: 'Status', Examples: Status },
  { name: 'Pictures', Examples: Pictures },
  { name: 'Heads', Examples: Heads },
  { name: 'Charts', Examples: Charts },
]
const SCHEMES = ['light', 'dark'] as const

/** Renders every primitive of `client/ui` in its states, in both colour schemes (development only). */
export function UiScreen() {
  return (
    <div className="grid grid-cols-1 gap-14 py-10 md:py-14">
      <div className="wrap">
        <ScreenHead
          size="app"
          eyebrow="Development"
          title="Primitives"
          lead="Everything that screens are made of, in its states. Hover, focus and press are yours to try."
        />
      </div>
      {GROUPS.map(({ name, Examples }) => (
        <section key={name} aria-label={name} className="wrap-wide">
          <h2 className="display mb-4 text-2xl">{name}</h2>
          <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
            {SCHEMES.map((scheme) => (
              <div
                key={scheme}
                data-theme={scheme}
                className="grid min-w-0 grid-cols-1 content-start gap-8 rounded border bg-page p-4 text-ink md:p-6"
              >
                <Examples />
              </div>
            ))}
          </div>
        </section>
      ))}
      <section className="wrap grid grid-cols-1 gap-8">
        <h2 className="display text-2xl">Above the page</h2>
        <Overlays />
      </section>
    </div>
  )
}
