import { SESSION_KEY } from '../../api/kept-session.ts'
import { showToast } from '../../ui/toasts.ts'

/** Tells the user of a sign-out in another tab once they look at this one, which no longer shows their account. */
export function tellOfSignOut(): void {
  // This event reaches only tabs other than the one that wrote.
  addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key === SESSION_KEY && hasPerson(oldValue) && !hasPerson(newValue))
      whenSeen(() => showToast({ text: 'You signed out in another tab.' }))
  })
}

function hasPerson(kept: string | null): boolean {
  try {
    return Boolean((JSON.parse(kept ?? 'null') as { person?: unknown } | null)?.person)
  } catch {
    return false
  }
}

function whenSeen(act: () => void): void {
  if (document.visibilityState === 'visible') act()
  else document.addEventListener('visibilitychange', () => whenSeen(act), { once: true })
}
