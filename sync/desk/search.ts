/** How many characters a search at the desk may have. */
export const SEARCH_CHARACTERS = 100
