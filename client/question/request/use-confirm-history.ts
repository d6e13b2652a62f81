import { useRouter, useRouterState } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** On the request page: the confirm screen is shown instead of the form. */
    confirmsRequest?: boolean
  }
}

/** The confirm screen is an entry of its own on the same address: the browser's Back goes to the form (S2-4.25). */
export function useConfirmHistory() {
  const { history } = useRouter()
  const isConfirming = useRouterState({ select: ({ location }) => location.state.confirmsRequest === true })
  return {
    isConfirming,
    confirm: () => history.push(history.location.href, { confirmsRequest: true }, { ignoreBlocker: true }),
    back: () => {
      if (history.location.state.confirmsRequest) history.back()
    },
    /** What was asked is not gone back to. */
    leave: () => history.replace(history.location.href, {}),
  }
}
