const PREFIX = 'infield.form.'

/**
 * Stores what is typed into a public form in this tab until it is sent, so that a reload loses none of it. It goes
 * with the tab or with a sign-out, so that the next user of the browser does not find it.
 */
export function keepTyped(name: string, fields: Record<string, string>): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(fields))
  } catch {
    // A browser that blocks site data, or is full, stores nothing, and the form works without.
  }
}

/** Returns what was typed into a form. */
export function readTyped(name: string): Record<string, string> {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + name) ?? '{}')
  } catch {
    return {}
  }
}

/** Deletes what was typed into a form once it was sent, unless something else was typed there since. */
export function dropTyped(name: string, sent: Record<string, string>): void {
  if (JSON.stringify(readTyped(name)) === JSON.stringify(sent)) sessionStorage.removeItem(PREFIX + name)
}

/** Deletes what was typed into any form, because whoever typed it leaves. */
export function forgetTypedForms(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  } catch {
    // A browser that blocks site data has stored nothing.
  }
}
