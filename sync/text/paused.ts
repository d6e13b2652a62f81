/**
 * The text shown where an athlete takes no requests (S1-2.86). It is a file of its own because the page that
 * shows it needs no other text.
 */
export const PAUSED = 'Requests are Paused'
