/** How the settings keys of questions begin that were sent and are kept. */
export const KEPT_ASKS = 'ask '

/** Returns the settings key of a question that was sent and is kept. */
export const keptAskKey = (questionId: string) => `${KEPT_ASKS}${questionId}`
