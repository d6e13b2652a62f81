import { useLocation } from '@tanstack/react-router'
import { tokenOfHash } from '../../sync/account/mailed-link.ts'

/** The token of the mailed link this page was opened by; null where it was opened in any other way. */
export function useMailedToken(): string | null {
  return useLocation({ select: ({ hash }) => tokenOfHash(`#${hash}`) })
}
