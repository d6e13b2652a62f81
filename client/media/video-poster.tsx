import { CALLS } from '../../sync/paths.ts'
import { hideBroken } from '../ui/hide-broken.ts'

type VideoPictureProps = { videoId: string; className: string }

/** A picture of a video of ours, for whoever may play it; nothing where there is none yet, and without a network. */
export function VideoPoster({ videoId, className }: VideoPictureProps) {
  return <Picture src={CALLS.videoPicture + videoId} className={`object-cover ${className}`} />
}

/** What is seen in it from its beginning to its end, ten pictures side by side; where there is none, as above. */
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
