/** Rejection notes that the team often sends. In the dialog, a digit key inserts each of them. */
export const CANNED_REASONS: readonly { label: string; note: string }[] = [
  {
    label: 'Off topic',
    note: 'This is not something the athlete can help with. Questions about their sport, training or experience are welcome.',
  },
  { label: 'No-go topic', note: 'The athlete does not answer questions about this topic.' },
  {
    label: 'Not kind',
    note: 'We only pass on questions that are sincere and respectful. You are welcome to ask again in other words.',
  },
  {
    label: 'Unclear',
    note: 'We could not make out what you would like to know. Please ask again with a little more detail.',
  },
  {
    label: 'Video unusable',
    note: 'We could not see or hear your question in the video. Please record it again, or write it.',
  },
  {
    label: 'Personal details',
    note: 'Please leave out addresses, phone numbers and other people’s private details.',
  },
  { label: 'Advertising', note: 'We do not pass on advertising or business proposals.' },
]
