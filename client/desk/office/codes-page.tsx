import { useState } from 'react'
import type { RotateSignupCodeAnswer } from '../../../sync/athlete/join.ts'
import { DESK_CALLS } from '../../../sync/desk/desk-paths.ts'
import type { CodesAnswer, DeskCode } from '../../../sync/desk/office.ts'
import { call, isNetworkError } from '../../api/call.ts'
import { useOnline } from '../../api/connection.ts'
import { formatDateTime } from '../../text/format.ts'
import { refusalText } from '../../text/refusals.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.ts'
import { Part, Rows } from '../panes.tsx'
import { usePages } from '../use-pages.ts'
import { CodeLine } from './code-line.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { NewCodeForm } from './new-code-form.tsx'

/**
 * Renders the code with which athletes sign up, and the discount codes. Nobody can read a code again after it was
 * made.
 */
export function CodesPage() {
  const codes = usePages<CodesAnswer, DeskCode>({
    path: DESK_CALLS.deskCodes,
    request: {},
    rowsOf: (answer) => answer.codes,
    cursorOf: ({ id, createdAt }) => ({ at: createdAt, id }),
  })
  return (
    <div className="grid gap-6 lg:min-h-0 lg:grid-cols-[minmax(0,1fr)_24rem] lg:overflow-y-auto">
      <section aria-labelledby="discounts" className="grid content-start gap-4">
        <h2 id="discounts" className="display text-2xl">
          Discount codes
        </h2>
        <Rows pages={codes} none={{ title: 'No code yet', text: 'A code you make here lowers a price.' }}>
          <ul className="divide-y">
            {codes.rows.map((code) => (
              <CodeLine key={code.id} code={code} now={codes.answer?.now ?? 0} onChanged={codes.reload} />
            ))}
          </ul>
        </Rows>
      </section>
      <aside className="card grid content-start gap-6 p-5 lg:self-start">
        <SignupCode current={codes.answer?.signupCode ?? null} onChanged={codes.reload} />
        <Part title="A new discount code">
          <NewCodeForm onMade={codes.reload} />
        </Part>
      </aside>
    </div>
  )
}

const UNSEEN =
  'No answer came from the server, so the code may have been changed. Change it again to see one that works.'

type SignupCodeProps = { current: CodesAnswer['signupCode']; onChanged: () => void }

/**
 * Renders the code with which athletes sign up. There is only one: a new code ends it, and the page shows the new
 * code once.
 */
function SignupCode({ current, onChanged }: SignupCodeProps) {
  const online = useOnline()
  const [isAsking, setAsking] = useState(false)
  const [code, setCode] = useState<string | null>(null)
  const change = async () => {
    const made = await call<RotateSignupCodeAnswer>(DESK_CALLS.deskSignupCode, {})
    // Hide a code that was shown before: without an answer, the server may still have replaced it.
    setCode(made.ok ? made.value.code : null)
    if (!made.ok)
      showToast({ text: isNetworkError(made) ? UNSEEN : refusalText(made.refusal), tone: 'danger' })
    onChanged()
    return made
  }
  return (
    <section className="grid justify-items-start gap-3">
      <h2 className="display text-2xl">Sign-up code</h2>
      <p className="text-muted text-sm">
        {current
          ? `Valid since ${formatDateTime(current.madeAt)}${current.madeBy ? `, made by ${current.madeBy}` : ''}.`
          : 'There is no code, so nobody can sign up as an athlete.'}
      </p>
      {/* There before the code, because screen readers read only what is added to it. */}
      <output className="w-full empty:-mt-3">
        {code && (
          <span className="grid gap-1 rounded bg-sunken p-4">
            <span className="label select-all text-xl tracking-wide">{code}</span>
            <span className="text-muted text-sm">Write it down now: it is not shown again.</span>
          </span>
        )}
      </output>
      <Button tone="secondary" size="small" disabled={!online} onClick={() => setAsking(true)}>
        Change the code
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Change the sign-up code?"
          action="Change the code"
          keep="Keep it"
          onConfirm={change}
          onClose={() => setAsking(false)}
        >
          <p>The current code stops working at once.</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
