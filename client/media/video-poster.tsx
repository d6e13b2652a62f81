import { CALLS } from '../../sync/paths.ts'
import { hideBroken } from '../ui/hide-broken.ts'

type VideoPosterProps = { videoId: string; className: string }

/** A picture of a video of ours, for whoever may play it; nothing where there is none yet, and without a network. */
export function VideoPoster({ videoId, className }: VideoPosterProps) {
  return (
    <img
      src={`${CALLS.videoPicture}${videoId}`}
      alt=""
      loading="lazy"
      decoding="async"
      className={`bg-sunken object-cover ${className}`}
      {...hideBroken}
    />
  )
}
