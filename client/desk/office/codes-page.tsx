import { useState } from 'react'
import type { RotateSignupCodeAnswer } from '../../../sync/athlete/join.ts'
import type { CodesAnswer, DeskCode } from '../../../sync/desk/office.ts'
import { CALLS } from '../../../sync/paths.ts'
import { call } from '../../api/call.ts'
import { useOnline } from '../../api/connection.ts'
import { formatDateTime } from '../../text/format.ts'
import { formatDate } from '../../text/format-date.ts'
import { formatMoney } from '../../text/format-money.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Badge } from '../../ui/status/badge.tsx'
import { showToast } from '../../ui/toasts.ts'
import { CELL, Part } from '../panes.tsx'
import { TroubleLine } from '../trouble-line.tsx'
import { troubleOf } from '../use-pages.ts'
import { NewCodeForm } from './new-code-form.tsx'
import { sendAct } from './send-act.ts'
import { useRead } from './use-read.ts'

/** The codes that are out: what athletes sign up with, and what lowers a price. None of them can be read again. */
export function CodesPage() {
  const codes = useRead<CodesAnswer>(CALLS.deskCodes, {})
  return (
    <div className="grid gap-6 lg:min-h-0 lg:grid-cols-[minmax(0,1fr)_24rem] lg:overflow-y-auto">
      <section aria-labelledby="discounts" className="grid content-start gap-4">
        <h2 id="discounts" className="display text-2xl">
          Discount codes
        </h2>
        <TroubleLine trouble={codes.trouble} onAgain={codes.reload} />
        {codes.answer?.codes.length === 0 && <p className="text-muted">There is none yet.</p>}
        {codes.answer && codes.answer.codes.length > 0 && (
          <CodesTable codes={codes.answer.codes} now={codes.answer.now} onEnded={codes.reload} />
        )}
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

type CodesTableProps = { codes: readonly DeskCode[]; now: number; onEnded: () => void }

function CodesTable({ codes, now, onEnded }: CodesTableProps) {
  const online = useOnline()
  const end = async ({ id }: DeskCode) => {
    if (await sendAct({ name: 'code.end', args: { codeId: id } }, 'The code has ended.')) onEnded()
  }
  return (
    <div className="card overflow-x-auto">
      <table className="w-full text-left text-sm">
        <thead>
          <tr className="label border-b text-muted text-xs">
            {['Name', 'Takes off', 'Used', 'Each', 'Until', ''].map((title) => (
              <th key={title} className={CELL}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="figures divide-y [&_td]:align-middle">
          {codes.map((code) => (
            <tr key={code.id}>
              <td className={`${CELL} label [overflow-wrap:anywhere]`}>{code.label}</td>
              <td className={CELL}>{code.off === 'percent' ? `${code.value} %` : formatMoney(code.value)}</td>
              <td className={CELL}>
                {code.used}
                {code.maxUses !== null && ` of ${code.maxUses}`}
              </td>
              <td className={CELL}>{code.maxUsesEach ?? 'any'}</td>
              <td className={CELL}>{code.expiresAt === null ? 'open' : formatDate(code.expiresAt)}</td>
              <td className={`${CELL} text-right`}>
                {stateOf(code, now) ?? (
                  <Button
                    tone="quiet"
                    size="small"
                    disabled={!online}
                    aria-label={`End ${code.label}`}
                    onClick={() => void end(code)}
                  >
                    End
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function stateOf({ endedAt, expiresAt, used, maxUses }: DeskCode, now: number) {
  if (endedAt !== null) return <Badge>Ended</Badge>
  if (expiresAt !== null && expiresAt <= now) return <Badge>Expired</Badge>
  return maxUses !== null && used >= maxUses ? <Badge tone="warning">Used up</Badge> : null
}

type SignupCodeProps = { current: CodesAnswer['signupCode']; onChanged: () => void }

/** The one code athletes sign up with: a new one ends the one before, and is shown this once. */
function SignupCode({ current, onChanged }: SignupCodeProps) {
  const online = useOnline()
  const [isAsking, setAsking] = useState(false)
  const [code, setCode] = useState<string | null>(null)
  const change = async () => {
    const made = await call<RotateSignupCodeAnswer>(CALLS.deskSignupCode, {})
    setAsking(false)
    if (!made.ok) return void showToast({ text: troubleOf(made), tone: 'danger' })
    setCode(made.value.code)
    onChanged()
  }
  return (
    <section className="grid justify-items-start gap-3">
      <h2 className="display text-2xl">Sign-up code</h2>
      <p className="text-muted text-sm">
        {current
          ? `Valid since ${formatDateTime(current.madeAt)}${current.madeBy ? `, made by ${current.madeBy}` : ''}.`
          : 'There is no code, so nobody can sign up as an athlete.'}
      </p>
      {code && (
        <output className="grid w-full gap-1 rounded bg-sunken p-4">
          <span className="label select-all text-xl tracking-wide">{code}</span>
          <span className="text-muted text-sm">Write it down now: it is not shown again.</span>
        </output>
      )}
      <Button tone="secondary" size="small" disabled={!online} onClick={() => setAsking(true)}>
        Change the code
      </Button>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        role="alertdialog"
        title="Change the sign-up code?"
        footer={
          <>
            <Button tone="secondary" onClick={() => setAsking(false)}>
              Keep it
            </Button>
            <Button tone="danger" onClick={() => void change()}>
              Change the code
            </Button>
          </>
        }
      >
        <p>The current code stops working at once.</p>
      </Dialog>
    </section>
  )
}
