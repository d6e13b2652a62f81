/** The calls and intents about an existing answer, as lines of the table of rights. */
export const ANSWER_ROUTES = [
  ['POST /api/clarify', 'delivered of fan', '200 200 200 200 200 403 200 403 200 200'],
  ['POST /api/clarify', 'new of guest', '409 409 409 409 409 403 409 403 409 409'],
] as const

export const ANSWER_INTENTS = [
  ['answer.transcribe', 'delivered of fan', '401 403 403 403 403 200 404 200 403 401'],
  ['answer.transcribe', 'approved of fan', '401 403 403 403 403 409 404 409 403 401'],
  ['answer.transcribe', 'new of fan', '401 403 403 403 403 404 404 409 403 401'],
  ['clarification.reply', 'asked once more of fan', '401 403 403 403 403 200 404 403 403 401'],
  ['clarification.reply', 'delivered of guest', '401 403 403 403 403 404 404 403 403 401'],
  ['clarification.film', 'asked once more of fan', '401 403 403 403 403 200 404 403 403 401'],
  ['clarification.film', 'delivered of guest', '401 403 403 403 403 404 404 403 403 401'],
  ['clarification.report', 'asked once more of fan', '401 403 403 403 403 200 404 403 403 401'],
] as const
