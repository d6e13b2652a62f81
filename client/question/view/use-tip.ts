import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import { COPY } from '../../../sync/copy.ts'
import { useSession } from '../../api/session.ts'
import type { CardFormProps } from '../../payment/card-seam.tsx'
import { useDevice } from '../../store/use-device.ts'
import { showToast } from '../../ui/toasts.ts'
import {
  confirmReturned,
  confirmTip,
  forgetTip,
  giveUpTip,
  type KeptTip,
  lookAtKeptTip,
  openTip,
  readKeptTip,
} from './give-tip.ts'

const SENT = { text: COPY.tipSent, isPaid: true }

type OpenTip = { tip: KeptTip; clientSecret: string; CardForm: ComponentType<CardFormProps> }

type TipOptions = {
  token: string
  /** Called when the tip is paid or has failed: the page asks the server again. */
  onPaid: () => void
}

/** Takes a tip from its amount to a paid card; one task runs at a time, however often the button is pressed. */
export function useTip({ token, onPaid }: TipOptions) {
  const device = useDevice()
  const [open, setOpen] = useState<OpenTip | null>(null)
  const [isAlone, setAlone] = useState(false)
  const [isCardBusy, setCardBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isRunning = useRef(false)

  const settle = useCallback(
    async ({ text, isPaid }: Awaited<ReturnType<typeof confirmTip>>) => {
      showToast({ text, tone: isPaid ? 'success' : 'danger' })
      if (isPaid) await forgetTip(device, token)
      setOpen(null)
      onPaid()
    },
    [device, token, onPaid],
  )
  useReturnFromBank(token, settle)

  const alone = async (run: () => Promise<void>) => {
    if (isRunning.current) return
    isRunning.current = true
    setAlone(true)
    setProblem(null)
    await run().finally(() => {
      isRunning.current = false
      setAlone(false)
    })
  }
  return {
    open,
    isBusy: isAlone || isCardBusy,
    problem,
    confirm: (amountCents: number) =>
      alone(async () => {
        const before = await lookAtKeptTip(device, token)
        if (before === 'paid') return settle(SENT)
        if (before === 'unknown') return setProblem(NOT_KNOWN)
        const [opened, card] = await Promise.all([
          openTip(device, token, amountCents),
          import('../../payment/card-form.tsx').catch(() => null),
        ])
        if (opened.ok && card) setOpen({ ...opened, CardForm: card.CardForm })
        else setProblem(opened.ok ? NO_FORM : opened.problem)
      }),
    cancel: () =>
      alone(async () => {
        setOpen(null)
        const before = await lookAtKeptTip(device, token)
        if (before === 'paid') await settle(SENT)
        // One of which nobody knows stays open; the server settles it within the hour.
        if (before === 'not-paid') await giveUpTip(device, token)
      }),
    onCardConfirmed: () =>
      alone(async () => void (open && (await settle(await confirmTip(token, open.tip.tipId))))),
    setCardBusy,
  }
}

const NOT_KNOWN =
  'We could not be reached, so it is not known whether your last tip was paid. Try again in a moment.'
const NO_FORM = 'The card form could not be loaded. Nothing was charged; try again with a network.'

type Settle = (confirmed: Awaited<ReturnType<typeof confirmTip>>) => Promise<void>

/** Tells what became of the tip when a bank's own page leads back here (S2-7.19, D30). */
function useReturnFromBank(token: string, settle: Settle) {
  const device = useDevice()
  const isStarting = useSession().state === 'starting'
  useEffect(() => {
    const { searchParams, pathname } = new URL(location.href)
    // Until the session is known, the kept tip of this user would not be found.
    if (isStarting || !searchParams.has('payment_intent')) return
    history.replaceState(history.state, '', pathname)
    const redirectStatus = searchParams.get('redirect_status')
    void readKeptTip(device, token).then(
      async (kept) => kept && settle(await confirmReturned(token, kept.tipId, redirectStatus)),
    )
  }, [device, token, settle, isStarting])
}
