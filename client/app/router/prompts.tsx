import { useState } from 'react'
import { PRODUCT } from '../../../sync/text/product.ts'
import { dismissInstall, installApp, useInstallOffer } from '../../pwa/install.ts'
import { applyUpdate, useUpdate } from '../../pwa/register.ts'
import { Button } from '../../ui/button.tsx'
import { PromptCard } from '../prompt-card.tsx'

/** What waits at the edge, one at a time: a newer version of the app before the offer to install it. */
export function Prompts() {
  const update = useUpdate()
  const isInstallOffered = useInstallOffer()
  const [isLater, setLater] = useState(false)
  if (update !== 'none' && !isLater) {
    return <UpdatePrompt isRequired={update === 'required'} onDismiss={() => setLater(true)} />
  }
  return isInstallOffered ? <InstallPrompt /> : null
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
      {isRequired
        ? 'This version is too old to go on. Reload it: nothing on this device is lost.'
        : 'A newer version is ready. Nothing on this device is lost.'}
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
      {PRODUCT.name} on this device opens without a network.
    </PromptCard>
  )
}
