import { dismissToast, showToast, type Toast, type ToastTone } from '../ui/toasts.ts'
import { getSession, watchSession } from './session.ts'

type Offer = { text: string; tone?: ToastTone; action: NonNullable<Toast['action']> }

/**
 * Shows a toast with an action, which stays until it is dismissed. It goes by itself once `holds` is false after a
 * change of the session: by default, once its account has left this page, because the words that it gives back are
 * that account's. Returns a function that withdraws it.
 */
export function showOffer(offer: Offer, holds: () => boolean = ownAccountStays()): () => void {
  const id = showToast(offer)
  const withdraw = () => {
    stop()
    dismissToast(id)
  }
  const stop = watchSession(() => {
    if (!holds()) withdraw()
  })
  return withdraw
}

/** What a guest typed goes with them when they sign in. */
function ownAccountStays(): () => boolean {
  const { account } = getSession()
  return () => account === 'guest' || getSession().account === account
}
