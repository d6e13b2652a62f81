import type { Transcript } from '../../sync/media/captions.ts'

/** Shows the transcript of a video, folded. */
export function TranscriptText({ transcript }: { transcript: Transcript | null }) {
  if (!transcript) return null
  return (
    <details className="border-y">
      <summary className="label flex min-h-11 cursor-pointer items-center py-2 text-sm">Transcript</summary>
      <p dir="auto" className="max-w-prose whitespace-pre-line pb-4 [overflow-wrap:anywhere]">
        {transcript.text}
      </p>
    </details>
  )
}
