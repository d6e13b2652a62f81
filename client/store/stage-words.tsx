type StageWordsProps = {
  /** The first words of `line`, which stay the same while its per cent changes. */
  said: string
  line: string
}

/**
 * Renders a line about something on its way. Screen readers announce its stage and not its per cent, which changes
 * several times a second; the meter beside the line has it.
 */
export function StageWords({ said, line }: StageWordsProps) {
  return (
    <>
      <span role="status">{said}</span>
      {line.slice(said.length)}
    </>
  )
}
