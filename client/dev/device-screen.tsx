import { useCallback, useEffect, useState } from 'react'
import { useSession } from '../api/session.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { ScreenHead } from '../ui/screen-head.tsx'
import { StatusLine } from '../ui/status/status-line.tsx'
import { DeviceParts } from './device-parts.tsx'
import { type DeviceReport, readDeviceReport } from './device-report.ts'

const AGAIN_MS = 3_000

/** Renders the data that this device stores, read again every few seconds (development only). */
export function DeviceScreen() {
  const session = useSession()
  const [report, setReport] = useState<DeviceReport | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const look = useCallback(
    () =>
      readDeviceReport(session).then(
        (found) => {
          setReport(found)
          setProblem(null)
        },
        (error: unknown) => setProblem(String(error)),
      ),
    [session],
  )
  useEffect(() => {
    void look()
    const timer = setInterval(() => void look(), AGAIN_MS)
    return () => clearInterval(timer)
  }, [look])
  return (
    <div className="wrap grid grid-cols-1 gap-10 py-10 md:py-14">
      <ScreenHead
        size="app"
        eyebrow="Development"
        title="This device"
        lead="What the browser keeps for Infield at this address. Looking changes nothing."
        actions={
          <>
            <Button tone="secondary" icon="retry" onClick={() => void look()}>
              Refresh
            </Button>
            <CopyButton text={JSON.stringify(report, null, 2)} label="Copy as JSON" />
          </>
        }
      />
      {problem && (
        <StatusLine icon="warning" tone="danger">
          {problem}
        </StatusLine>
      )}
      {report && <DeviceParts report={report} />}
    </div>
  )
}
