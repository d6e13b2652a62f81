import type { SyntheticEvent } from 'react'

/** Props for a picture that may not be on this device: if it cannot be loaded, its place stays empty. */
export const hideBroken = {
  ref: (img: HTMLImageElement | null) => {
    // The picture may have failed before React attached `onError`.
    if (img && isBroken(img)) img.hidden = true
  },
  onError: ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => {
    currentTarget.hidden = true
  },
}

export function isBroken(img: HTMLImageElement): boolean {
  return img.complete && img.naturalWidth === 0
}
