import type { ComponentProps } from 'react'
import { Button } from './button.tsx'
import { useBusy } from './status/use-busy.ts'

type BusyButtonProps = Omit<ComponentProps<typeof Button>, 'onClick' | 'loading'> & {
  onPress: () => Promise<unknown>
}

/**
 * Renders a button that takes no second press until the promise of `onPress` settles, and that shows it if this
 * takes a while.
 */
export function BusyButton({ onPress, ...rest }: BusyButtonProps) {
  const [isBusy, run] = useBusy()
  return <Button {...rest} loading={isBusy} onClick={() => void run(onPress)} />
}
