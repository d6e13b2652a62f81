/** Texts of forms that cannot be sent, which the specification fixes, letter for letter. */
export const FORM_COPY = {
  waitlistFailed: 'An error occurred. Please try again.',
  submission: 'An error occurred during submission. Please try again.',
} as const
