/** "404 Not Found" of a thing with a status, else its message. */
export function describeError(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error)
  const { status, statusText, message } = error as { status?: number; statusText?: string; message?: string }
  if (status) return [status, statusText].filter(Boolean).join(' ')
  return message || 'Unknown error'
}
