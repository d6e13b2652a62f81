/** The classes of a cover picture, which fades out before the words beside it so that they stay readable. */
export const COVER =
  '-z-10 mask-b-from-45% mask-b-to-85% md:mask-b-from-100% md:mask-l-from-35% md:mask-l-to-100% absolute top-0 right-0 h-72 w-full object-cover md:h-full md:w-[62%]'
