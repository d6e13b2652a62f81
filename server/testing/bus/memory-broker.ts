import type { Dial, Line } from '../../sync/bus/line.ts'

type Open = { subjects: Map<string, Set<(text: string) => void>>; end: () => void }

/** Creates a broker inside this process, which a test can stop. */
export function memoryBroker() {
  let state: 'up' | 'gone' | 'refuses' = 'up'
  const lines = new Set<Open>()
  const dial: Dial = async () => {
    if (state === 'gone') throw new Error('nobody is there')
    const over = Promise.withResolvers<void>()
    const open: Open = {
      subjects: new Map(),
      end: () => {
        lines.delete(open)
        over.resolve()
      },
    }
    lines.add(open)
    return { ...onLine(open), lost: over.promise, close: open.end }
  }
  const onLine = ({ subjects }: Open): Omit<Line, 'lost' | 'close'> => ({
    async publish(messages) {
      if (state !== 'up') throw new Error('it takes nothing')
      for (const { subject, text } of messages)
        for (const line of lines) for (const hear of line.subjects.get(subject) ?? []) hear(text)
    },
    subscribe(subject, hear) {
      const ears = subjects.get(subject) ?? new Set()
      subjects.set(subject, ears.add(hear))
      return () => subjects.delete(subject)
    },
    settle: async () => {},
  })
  const endAll = () => {
    for (const line of [...lines]) line.end()
  }
  return {
    dial,
    start() {
      state = 'up'
    },
    stop() {
      state = 'gone'
      endAll()
    },
    /** Keeps the broker's lines, but makes it refuse every message. */
    refuse() {
      state = 'refuses'
    },
    /** Returns the subjects that anyone listens to. */
    heard: () => [...lines].flatMap(({ subjects }) => [...subjects.keys()]),
  }
}
