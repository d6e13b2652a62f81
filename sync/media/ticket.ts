/** How long a ticket to play a video is valid at most; a player that was paused for longer requests another one. */
export const TICKET_MS = 600_000
