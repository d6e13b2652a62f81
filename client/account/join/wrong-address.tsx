import { Button } from '../../ui/button.tsx'

/** Leads from "check your email" back to the form, as it was typed, with the focus on the address. */
export function WrongAddress({ onWrong }: { onWrong: () => void }) {
  const back = () => {
    onWrong()
    // React shows the form once this press has been handled.
    setTimeout(() => document.querySelector<HTMLElement>('input[type=email]')?.focus())
  }
  return (
    <Button tone="quiet" onClick={back}>
      Wrong address? Change it
    </Button>
  )
}
