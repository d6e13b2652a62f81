/** How many characters of what is typed at the desk are looked for. */
export const SEARCH_CHARACTERS = 100
