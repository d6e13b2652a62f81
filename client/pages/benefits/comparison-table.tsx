import { PRODUCT } from '../../../sync/text/product.ts'
import { Chip } from '../../ui/chip.tsx'
import { PauseButton } from '../motion/pause-button.tsx'
import { part, RevealSection } from '../motion/reveal.tsx'
import { useRotation } from '../motion/use-rotation.ts'
import { OTHERS, ROWS } from './benefits-copy.ts'

const ROTATE_MS = 2_000
const FADE = 'col-start-1 row-start-1 transition-[opacity,visibility] duration-750'
const ROW = 'grid grid-cols-2 gap-x-4 md:gap-x-8 min-[900px]:grid-cols-[14rem_minmax(0,1fr)_minmax(0,1fr)]'

/**
 * Compares the product with what athletes have tried. The last column changes every 2 s; below 900 px each row's
 * title stands above its cells (S2-9.20).
 */
export function ComparisonTable() {
  const { index, isPaused, toggle, show, hold } = useRotation({ count: OTHERS.length, everyMs: ROTATE_MS })
  return (
    <RevealSection aria-labelledby="compare" className="border-b bg-surface">
      <div className="wrap py-16 md:py-24">
        <h2 id="compare" className={`display max-w-3xl text-4xl ${part(0)}`}>
          One question, four ways to deal with it
        </h2>
        <div {...hold} className={`mt-8 md:mt-12 ${part(1)}`}>
          {/* biome-ignore lint/a11y/useSemanticElements: choices of what to look at, no fields of a form */}
          <div
            role="group"
            aria-label={`Compare ${PRODUCT.name} with`}
            className="flex flex-wrap items-center gap-2"
          >
            {OTHERS.map((other, at) => (
              <Chip key={other} pressed={at === index} onClick={() => show(at)}>
                {other}
              </Chip>
            ))}
            <PauseButton isPaused={isPaused} onToggle={toggle} what="the comparison" />
          </div>
          <table className="mt-6 block w-full">
            <caption className="sr-only">
              {PRODUCT.name} beside {OTHERS[index]}
            </caption>
            <thead className="block">
              <tr className={`${ROW} border-ink border-b-2 pb-3`}>
                <td className="max-[900px]:sr-only" />
                <th scope="col" className="display text-left text-xl">
                  {PRODUCT.name}
                </th>
                <th scope="col" className="display text-left text-muted text-xl">
                  <Turning texts={OTHERS} index={index} />
                </th>
              </tr>
            </thead>
            <tbody className="block">
              {ROWS.map(({ title, here, others }) => (
                <tr key={title} className={`${ROW} border-b py-5 md:py-6`}>
                  <th
                    scope="row"
                    className="label text-left text-signal-text max-[900px]:col-span-2 max-[900px]:mb-2 max-[900px]:text-sm"
                  >
                    {title}
                  </th>
                  <td className="font-semibold text-pretty">{here}</td>
                  <td className="text-muted text-pretty">
                    <Turning texts={others} index={index} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </RevealSection>
  )
}

type TurningProps = { texts: readonly string[]; index: number }

/**
 * Renders all texts in one cell, so that the table keeps its height while one text fades into the next in 750 ms.
 */
function Turning({ texts, index }: TurningProps) {
  return (
    <span className="grid">
      {texts.map((text, at) => (
        <span
          key={text}
          aria-hidden={at !== index}
          className={`${FADE} ${at === index ? '' : 'invisible opacity-0'}`}
        >
          {text}
        </span>
      ))}
    </span>
  )
}
