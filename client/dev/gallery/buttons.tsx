import { BusyButton } from '../../ui/busy-button.tsx'
import { Button, type ButtonSize, type ButtonTone } from '../../ui/button.tsx'
import { ButtonAnchor, ButtonLink } from '../../ui/button-link.tsx'
import { Chip } from '../../ui/chip.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Row } from './row.tsx'

const TONES: ButtonTone[] = ['primary', 'secondary', 'quiet', 'danger']
const SIZES: ButtonSize[] = ['small', 'regular', 'large']

/** Renders the buttons, the links that look like buttons, and the chips. */
export function Buttons() {
  return (
    <>
      <Row name="Button, by tone">
        {TONES.map((tone) => (
          <Button key={tone} tone={tone}>
            {tone}
          </Button>
        ))}
      </Row>
      <Row name="Button, disabled">
        {TONES.map((tone) => (
          <Button key={tone} tone={tone} disabled>
            {tone}
          </Button>
        ))}
      </Row>
      <Row name="Button, loading">
        {TONES.map((tone) => (
          <Button key={tone} tone={tone} loading>
            {tone}
          </Button>
        ))}
      </Row>
      <Row name="BusyButton, for two seconds from a press on">
        <BusyButton tone="secondary" onPress={() => new Promise((resolve) => setTimeout(resolve, 2_000))}>
          Press it
        </BusyButton>
      </Row>
      <Row name="Button, by size, with icons">
        {SIZES.map((size) => (
          <Button key={size} size={size} icon="camera" iconAfter="arrow-right">
            {size}
          </Button>
        ))}
      </Row>
      <Row name="Button, wide">
        <Button wide icon="check">
          Send the answer
        </Button>
      </Row>
      <Row name="ButtonLink, ButtonAnchor">
        <ButtonLink to="/ask" iconAfter="arrow-right">
          A page of the app
        </ButtonLink>
        <ButtonAnchor href="https://example.com" tone="secondary" iconAfter="external">
          Another site
        </ButtonAnchor>
      </Row>
      <Row name="CopyButton">
        <CopyButton text="Copied from the gallery" label="Copy the words" />
        <CopyButton text="https://example.com" label="Copy the link" icon="link" size="small" />
      </Row>
      <Row name="Chip, not pressed, pressed, disabled">
        <Chip pressed={false}>Race tactics</Chip>
        <Chip pressed>Nutrition</Chip>
        <Chip pressed={false} disabled>
          Recovery
        </Chip>
      </Row>
    </>
  )
}
