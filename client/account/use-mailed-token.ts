import { useLocation } from '@tanstack/react-router'
import { tokenOfHash } from '../../sync/account/mailed-link.ts'

/** Returns the token of the mailed link that opened this page, or null if the page was opened in another way. */
export function useMailedToken(): string | null {
  return useLocation({ select: ({ hash }) => tokenOfHash(`#${hash}`) })
}
