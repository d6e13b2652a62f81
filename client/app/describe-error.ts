/** Returns the status and its text, such as "404 Not Found", if the error has one, otherwise its message. */
export function describeError(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error)
  const { status, statusText, message } = error as { status?: number; statusText?: string; message?: string }
  if (status) return [status, statusText].filter(Boolean).join(' ')
  return message || 'Unknown error'
}
