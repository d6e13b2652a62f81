import type { SyntheticEvent } from 'react'

/** For a picture that may not be on this device: one that cannot be had leaves its place empty. */
export const hideBroken = {
  ref: (img: HTMLImageElement | null) => {
    // it may have failed before this page was listening
    if (img && isBroken(img)) img.hidden = true
  },
  onError: ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => {
    currentTarget.hidden = true
  },
}

export function isBroken(img: HTMLImageElement): boolean {
  return img.complete && img.naturalWidth === 0
}
