import type { ComponentProps } from 'react'
import { Button } from './button.tsx'
import { useBusy } from './status/use-busy.ts'

type BusyButtonProps = Omit<ComponentProps<typeof Button>, 'onClick' | 'loading'> & {
  onPress: () => Promise<unknown>
}

/** A button that is busy for as long as what its press began, and is not pressed twice meanwhile. */
export function BusyButton({ onPress, ...rest }: BusyButtonProps) {
  const [isBusy, run] = useBusy()
  return <Button {...rest} loading={isBusy} onClick={() => void run(onPress)} />
}
