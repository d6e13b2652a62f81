import { CALLS } from '../../sync/paths.ts'
import { hideBroken } from '../ui/hide-broken.ts'

type VideoPictureProps = { videoId: string; className: string }

/** Shows a picture of a video to users who may play it; hidden while there is none, and without a network. */
export function VideoPoster({ videoId, className }: VideoPictureProps) {
  return <Picture src={CALLS.videoPicture + videoId} className={`object-cover ${className}`} />
}

/**
 * Shows ten pictures of a video side by side, from its beginning to its end; hidden while there are none, and
 * without a network.
 */
export function VideoStrip({ videoId, className }: VideoPictureProps) {
  return <Picture src={`${CALLS.videoPicture}${videoId}?of=strip`} className={`object-cover ${className}`} />
}

function Picture({ src, className }: { src: string; className: string }) {
  return (
    <img
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      className={`bg-sunken ${className}`}
      {...hideBroken}
    />
  )
}
