/** How long the texts of the public forms may be. */
export const FORM_LIMITS = { subject: 100, content: 2_000, handle: 60, sport: 50 } as const

/** The statuses of a message from outside (S2-4.20); below, those of a member's feedback (S2-4.19). */
export const FORM_STATUSES = ['New', 'In-Progress', 'Completed'] as const
export const FEEDBACK_STATUSES = ['New', 'Awaiting Response', 'Completed'] as const

/** The networks where the team can look at an applicant (D80); the application may leave it open (S1-5.3, D81). */
export const SOCIAL_PLATFORMS = ['facebook', 'instagram', 'tiktok', 'x'] as const

/** The same for the waitlist beside the sign-up of athletes (S2-9.26). */
export const WAITLIST_PLATFORMS = ['X', 'Instagram', 'Tiktok'] as const
