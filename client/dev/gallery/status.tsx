import { Button } from '../../ui/button.tsx'
import { PendingScreen } from '../../ui/pending-screen.tsx'
import { PromptCard } from '../../ui/prompt-card.tsx'
import { Badge, CountBadge, type Tone } from '../../ui/status/badge.tsx'
import { CutLine } from '../../ui/status/cut-line.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { Meter } from '../../ui/status/meter.tsx'
import { ProgressDots } from '../../ui/status/progress-dots.tsx'
import { Ring } from '../../ui/status/ring.tsx'
import { Skeleton, SkeletonText } from '../../ui/status/skeleton.tsx'
import { Stars } from '../../ui/status/stars.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { Row } from './row.tsx'

const TONES: Tone[] = ['plain', 'signal', 'success', 'warning', 'danger']

/** Renders the primitives that show the state of something. */
export function Status() {
  return (
    <>
      <Row name="Badge, by tone">
        {TONES.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        <Badge tone="success" icon="check">
          with an icon
        </Badge>
      </Row>
      <Row name="CountBadge: one, many, too many, and none">
        {[1, 42, 140, 0].map((count) => (
          <CountBadge key={count} count={count} label="waiting" />
        ))}
      </Row>
      <Row name="StatusLine, by tone" layout="lines">
        {TONES.map((tone) => (
          <StatusLine key={tone} icon={tone === 'success' ? 'check' : 'clock'} tone={tone}>
            This is said in the tone “{tone}”.
          </StatusLine>
        ))}
      </Row>
      <Row name="CutLine, under a list that is not whole" layout="lines">
        <CutLine more shown="newest 100">
          The others follow as these are settled.
        </CutLine>
      </Row>
      <Row name="Meter: nothing, a part, all, not known" layout="lines">
        <Meter value={0} label="Nothing" />
        <Meter value={0.4} label="A part" />
        <Meter value={1} label="All" />
        <Meter value={null} label="Not known" />
      </Row>
      <Row name="ProgressDots" layout="lines">
        <ProgressDots steps={['Athlete', 'Question', 'Payment']} current={1} />
      </Row>
      <Row name="Ring: nothing, a part with a mark, all">
        <Ring value={0} label="Nothing" />
        <Ring value={0.45} mark={0.66} label="A part">
          <span className="figures">27 s</span>
        </Ring>
        <Ring value={1} label="All" />
      </Row>
      <Row name="Stars">
        {[0, 2.5, 4.7, 5].map((value) => (
          <Stars key={value} value={value} />
        ))}
      </Row>
      <Row name="Skeleton, SkeletonText" layout="lines">
        <Skeleton className="h-16" />
        <SkeletonText />
      </Row>
      <Row name="PendingScreen" layout="lines">
        <PendingScreen />
      </Row>
      <Row name="PromptCard" layout="lines">
        <PromptCard icon="download" action={<Button size="small">Install</Button>} onDismiss={() => {}}>
          What is offered stands here.
        </PromptCard>
      </Row>
      <Row name="EmptyState" layout="lines">
        <EmptyState title="No questions yet" action={<Button>Choose an athlete</Button>}>
          What you ask appears here.
        </EmptyState>
      </Row>
    </>
  )
}
