import { useState } from 'react'
import { type AthleteAnswer, CARDS, type Card } from '../../../sync/desk/athletes.ts'
import { LIMITS } from '../../../sync/limits.ts'
import { countCharacters } from '../../../sync/shape.ts'
import { useOnline } from '../../api/connection.ts'
import { useKeptText } from '../../store/kept-words.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ChoiceField } from '../../ui/form/choice-field.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { sendNew } from '../office/send-act.ts'
import { CARD_NAMES, cardEffects, cardGiven } from './card-words.ts'

/** `onAnswered` runs after a refusal too, because the athlete is then shown as they are now. */
type GiveCardProps = { athlete: AthleteAnswer; onAnswered: () => void }

/**
 * Renders the button and the dialog with which an admin gives a warning card: which card, its effects, and the
 * reason (S2-9.17, D52).
 */
export function GiveCard({ athlete, onAnswered }: GiveCardProps) {
  const online = useOnline()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button tone="secondary" size="small" disabled={!online} onClick={() => setOpen(true)}>
        Give a card
      </Button>
      {isOpen && <CardDialog athlete={athlete} onClose={() => setOpen(false)} onAnswered={onAnswered} />}
    </>
  )
}

type CardDialogProps = GiveCardProps & { onClose: () => void }

function CardDialog({ athlete, onClose, onAnswered }: CardDialogProps) {
  const [card, setCard] = useState<Card>('yellow')
  const { text: reason, change } = useKeptText(`desk-reason card ${athlete.id}`)
  const [isBusy, setBusy] = useState(false)
  const [before] = useState(athlete.given)
  const since = athlete.given.filter(({ id }) => !before.some((known) => known.id === id))
  const words = reason.trim()
  const give = async () => {
    setBusy(true)
    const args = { personId: athlete.id, card, reason: words }
    const isGiven = await sendNew({ name: 'athlete.card', idIn: 'cardId', args }, ({ ended }) =>
      cardGiven(card, athlete.username, ended),
    )
    setBusy(false)
    onAnswered()
    if (!isGiven) return
    change('')
    onClose()
  }
  return (
    <Dialog
      open
      dismissible={false}
      onClose={onClose}
      title={`A card for @${athlete.username}`}
      keep="Cancel"
      footer={
        <Button
          tone={card === 'yellow' ? 'primary' : 'danger'}
          loading={isBusy}
          disabled={words === '' || countCharacters(words) > LIMITS.noteCharacters}
          onClick={() => void give()}
        >
          {card === 'termination' ? 'Close the account' : `Give the ${CARD_NAMES[card].toLowerCase()}`}
        </Button>
      }
    >
      <div className="grid gap-5">
        <ChoiceField
          label="Card"
          name="card"
          value={card}
          onChange={setCard}
          choices={CARDS.map((value) => ({ value, label: CARD_NAMES[value] }))}
        />
        <ul aria-live="polite" className="list-disc pl-5 text-sm">
          {cardEffects(card, athlete).map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
        {since.map(({ id, card: given, by, reason: why }) => (
          <StatusLine key={id} icon="warning" tone="warning" live>
            {CARD_NAMES[given]} given by {by} since you opened this: “{why}”
          </StatusLine>
        ))}
        <TextArea
          label="Reason"
          hint="The athlete reads this."
          rows={3}
          limit={LIMITS.noteCharacters}
          value={reason}
          onChange={(event) => change(event.currentTarget.value)}
        />
      </div>
    </Dialog>
  )
}
