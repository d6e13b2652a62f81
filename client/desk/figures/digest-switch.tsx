import { useOnline } from '../../api/connection.ts'
import { useSession } from '../../api/session.ts'
import { CheckField } from '../../ui/form/check-field.tsx'
import { sendAct } from '../office/send-act.ts'

/** Renders the switch for the weekly mail about the queue to this admin. */
export function DigestSwitch({ isOn, onSwitched }: { isOn: boolean; onSwitched: () => void }) {
  const { person } = useSession()
  const online = useOnline()
  if (!person) return null
  const turn = async (on: boolean) => {
    const args = { personId: person.id, isOn: on }
    await sendAct({ name: 'digest.switch', args }, on ? 'The weekly mail is on' : 'The weekly mail is off')
    onSwitched()
  }
  return (
    <CheckField
      kind="switch"
      label="Mail me the week at the desk"
      hint="On Mondays: what came, how long it waited, and what was declined."
      checked={isOn}
      disabled={!online}
      onChange={(event) => void turn(event.currentTarget.checked)}
    />
  )
}
