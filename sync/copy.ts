/** The product's name and its noun for athletes stand here and nowhere else (D72). */
export const PRODUCT = {
  name: 'Infield',
  infielder: 'Infielder',
  slogan: 'Where fans learn and athletes earn.',
} as const

/** Copy fixed by the specification that more than one part shows. */
export const COPY = {
  underAge: `You must be at least 15 years old to use ${PRODUCT.name}`,
  videoType: 'Please upload a valid video file (MP4, WebM, or MOV)',
  videoSize: 'File size must be less than 100MB',
  videoProcessing: 'Error processing video. Please try again.',
  askVideoTooLong: 'Video must be 300 seconds or less',
  answerTooLong: 'The selected video is too long. Please select a video that is 60 seconds or less.',
  minimumTip: 'Minimum of $5.',
  captcha: 'Please complete the CAPTCHA',
  paymentSetup: 'There was an error setting up the payment. Please try again.',
  accountCheck: 'There was an error checking your account status. Please try again.',
  cardDetails: 'Please check your payment details and try again.',
  uploadFailed: 'Video upload failed',
  tooMany: 'Too many requests. Please try again later.',
  denied: 'Access denied. Please check your permissions.',
  submission: 'An error occurred during submission. Please try again.',
  submittedTitle: 'Question Submitted!',
  submittedBody:
    'Check your spam folder for the confirmation e-mail. If your request is approved, it is answered within 3 days or you are fully refunded.',
  athleteNotFound: "Sorry, we can't seem to find that athlete in our network.",
  paused: 'Requests are Paused',
  approved: 'Request approved, and email sent to athlete',
  rejected: 'Request rejected, and the requester has been notified',
  declined: 'The request has been rejected',
  answerSent: 'Your response has been sent',
  answerFailed: 'Failed to submit response. Please try again.',
  noConversations: 'No conversations yet! Respond to a request to start a conversation.',
} as const
