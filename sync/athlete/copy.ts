/** Specified texts about an athlete's page. They are apart from the others, because a page shows them before any. */
export const ATHLETE_COPY = {
  notFound: "Sorry, we can't seem to find that athlete in our network.",
} as const
