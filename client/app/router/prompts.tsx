import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Refusal } from '../../../sync/result.ts'
import { PRODUCT } from '../../../sync/text/product.ts'
import { askFactorBy } from '../../api/call.ts'
import { useSession } from '../../api/session.ts'
import { whenOpenable } from '../../db/storage/openable.ts'
import { dismissInstall, installApp, useInstallOffer } from '../../pwa/install.ts'
import { applyUpdate, useUpdate } from '../../pwa/update/register.ts'
import { isMarkedUnsent } from '../../store/account/unsent-mark.ts'
import { type NothingKept, nothingKept } from '../../text/keeps-nothing.ts'
import { Button } from '../../ui/button.tsx'
import { PromptCard } from '../../ui/prompt-card.tsx'
import { useLater } from '../../ui/use-later.ts'

const loadUnsent = () => import('../../question/unsent/unsent-prompt.tsx').then((found) => found.UnsentPrompt)

/** Asks for the second factor, loading the dialog first. Returns false without asking when it cannot be loaded. */
async function showFactorAgain(refusal: Refusal, body: unknown): Promise<boolean> {
  const asking = import('../step-up.tsx').then(({ wantFactor }) => wantFactor(refusal, body))
  return asking.catch(() => false)
}

/**
 * Shows one prompt at a time at the edge of the screen: a warning that the browser stores nothing, a newer
 * version of the app, an unsent question, or the offer to install.
 */
export function Prompts() {
  useEffect(() => askFactorBy(showFactorAgain), [])
  const [isRead, setRead] = useState(false)
  const update = useUpdate()
  const isInstallOffered = useInstallOffer()
  // The desk needs a network, and its buttons are where the offer would be.
  const isDesk = useLocation({ select: ({ pathname }) => pathname.startsWith('/admin') })
  const hasUnsent = useHasUnsent()
  const [isLater, setLater] = useState(false)
  const [isPutOff, setPutOff] = useState(false)
  const [nothing, setNothing] = useState<NothingKept | null>(null)
  useEffect(() => void whenOpenable().then(() => setNothing(nothingKept)), [])
  if (nothing && !isRead) return <nothing.Notice onDismiss={() => setRead(true)} />
  if (update !== 'none' && !isLater) {
    return <UpdatePrompt isRequired={update === 'required'} onDismiss={() => setLater(true)} />
  }
  if (hasUnsent && !isPutOff) return <UnsentLater onDismiss={() => setPutOff(true)} />
  return isInstallOffered && !isDesk ? <InstallPrompt /> : null
}

/**
 * Whether to prompt for an unsent question. Only on the front page, because pages with athletes list it themselves.
 */
function useHasUnsent(): boolean {
  const { account } = useSession()
  const isHome = useLocation({ select: ({ pathname }) => pathname === '/' })
  return isHome && isMarkedUnsent(account)
}

/** Renders the prompt about an unsent question, loaded later because it brings the device's database along. */
function UnsentLater({ onDismiss }: { onDismiss: () => void }) {
  const UnsentPrompt = useLater(loadUnsent)
  return UnsentPrompt && <UnsentPrompt onDismiss={onDismiss} />
}

function UpdatePrompt({ isRequired, onDismiss }: { isRequired: boolean; onDismiss: () => void }) {
  const [isUpdating, setUpdating] = useState(false)
  const update = () => {
    setUpdating(true)
    void applyUpdate()
  }
  return (
    <PromptCard
      icon="retry"
      onDismiss={onDismiss}
      action={
        <Button size="small" loading={isUpdating} onClick={update}>
          Reload
        </Button>
      }
    >
      {isRequired ? 'This version is too old to continue. Reload it. ' : 'A newer version is ready. '}
      {nothingKept()?.lost ?? 'Nothing on this device is lost.'}
    </PromptCard>
  )
}

function InstallPrompt() {
  return (
    <PromptCard
      icon="device"
      onDismiss={dismissInstall}
      action={
        <Button size="small" onClick={() => void installApp()}>
          Install
        </Button>
      }
    >
      Install {PRODUCT.name} to open it without a network.
    </PromptCard>
  )
}
