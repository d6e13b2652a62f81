import type { Partner } from '../../sync/collections.ts'
import { Avatar } from '../ui/avatar.tsx'
import { askerFacts, partnerName } from './asker-words.ts'

type AskerLineProps = { asker: Partner | null; size?: 'small' | 'regular' }

/** Renders who asks, as far as an athlete may know (D12, D104). */
export function AskerLine({ asker, size = 'regular' }: AskerLineProps) {
  const name = asker ? partnerName(asker) : 'A fan'
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar name={name} src={asker?.pictureUrl} size={size} className="border" />
      <div className="min-w-0">
        <p className="label truncate">{name}</p>
        {asker && <p className="truncate text-muted text-sm">{askerFacts(asker)}</p>}
      </div>
    </div>
  )
}
