import { COVER } from '../../athlete/profile/cover-class.ts'
import { hideBroken } from '../../ui/hide-broken.ts'
import { Icon } from '../../ui/icon.tsx'
import { PauseButton } from '../motion/pause-button.tsx'
import { useRotation } from '../motion/use-rotation.ts'

/** How many milliseconds each picture is shown (S1-2.79, S1-9.8). */
const ROTATE_MS = 5_000

/** Rotates the cover pictures. The first one already lies below them, because the page came with it. */
export function CoverCarousel({ urls }: { urls: string[] }) {
  const { index, isPaused, toggle, show } = useRotation({ count: urls.length, everyMs: ROTATE_MS })
  return (
    <>
      {urls.slice(1).map((url, place) => (
        <img
          key={url}
          {...hideBroken}
          src={url}
          alt=""
          decoding="async"
          data-shown={place + 1 === index || undefined}
          className={`${COVER} opacity-0 transition-opacity duration-250 data-shown:opacity-100`}
        />
      ))}
      {/* biome-ignore lint/a11y/useSemanticElements: buttons of one thing, not a set of fields */}
      <div
        role="group"
        aria-label="Cover pictures"
        className="absolute top-3 right-3 flex items-center rounded bg-field/80"
      >
        <PauseButton isPaused={isPaused} onToggle={toggle} what="the cover pictures" />
        <button
          type="button"
          onClick={() => show(index + 1)}
          className="touch grid place-items-center rounded hover:text-signal-text"
        >
          <Icon name="arrow-right" label={`Next picture, now ${index + 1} of ${urls.length}`} />
        </button>
      </div>
    </>
  )
}
