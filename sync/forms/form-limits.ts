/** How long the texts of the public forms may be. */
export const FORM_LIMITS = { subject: 100, content: 2_000, handle: 60, sport: 50 } as const

/** How far the team is with a message from somebody outside (S2-4.20), and with one of a member (S2-4.19). */
export const FORM_STATUSES = ['New', 'In-Progress', 'Completed'] as const
export const FEEDBACK_STATUSES = ['New', 'Awaiting Response', 'Completed'] as const

/** Where an applicant can be looked at (D80); the application may leave it open (S1-5.3, D81). */
export const SOCIAL_PLATFORMS = ['facebook', 'instagram', 'tiktok', 'x'] as const

/** The same of the waitlist that stands beside the sign-up of athletes (S2-9.26). */
export const WAITLIST_PLATFORMS = ['X', 'Instagram', 'Tiktok'] as const
