/** Where an athlete takes no requests (S1-2.86). By itself, because the page that says it needs no other sentence. */
export const PAUSED = 'Requests are Paused'
