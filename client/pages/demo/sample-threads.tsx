import { useState } from 'react'
import type { ChalkName } from '../../../sync/athlete/chalk-of-sport.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ChalkLines } from '../../ui/chalk/chalk-lines.tsx'
import { Badge } from '../../ui/status/badge.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { PauseButton } from '../motion/pause-button.tsx'
import { SAMPLES, type SampleConversation, type SampleMessage } from './sample-conversations.ts'
import { type PlaybackMode, usePlayback } from './use-playback.ts'

type SampleThreadsProps = { mode: PlaybackMode; speedS: number }

/** Renders the sample conversations and the messages of the open one. */
export function SampleThreads({ mode, speedS }: SampleThreadsProps) {
  const [open, setOpen] = useState(0)
  const [isPaused, setPaused] = useState(false)
  const conversation = SAMPLES[open] as SampleConversation
  const shown = usePlayback({ count: conversation.messages.length, mode, speedS, isPaused })
  return (
    <div className="grid md:grid-cols-[18rem_minmax(0,1fr)]">
      <ul className="divide-y max-md:border-b md:border-r">
        {SAMPLES.map((sample, at) => (
          <li key={sample.username}>
            <SampleLine sample={sample} isOpen={at === open} onPress={() => setOpen(at)} />
          </li>
        ))}
      </ul>
      <div className="min-w-0 bg-page">
        <div className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 border-b bg-surface px-4 py-2 md:px-6">
          <h2 className="label text-sm">{conversation.about}</h2>
          {mode === 'one-at-a-time' && (
            <PauseButton
              isPaused={isPaused}
              onToggle={() => setPaused(!isPaused)}
              what="the messages"
              className="-mx-3.5"
            />
          )}
        </div>
        <ol className="flex flex-col gap-3 p-4 md:min-h-[38rem] md:p-6">
          {conversation.messages.map((message, at) => (
            <MessageItem
              key={message.subject}
              message={message}
              ground={conversation.ground}
              isShown={at < shown}
            />
          ))}
        </ol>
      </div>
    </div>
  )
}

type SampleLineProps = { sample: SampleConversation; isOpen: boolean; onPress: () => void }

function SampleLine({ sample: { name, username, messages }, isOpen, onPress }: SampleLineProps) {
  return (
    <button
      type="button"
      aria-pressed={isOpen}
      onClick={onPress}
      className="flex w-full items-center gap-3 px-4 py-3.5 text-left hover:bg-sunken focus-visible:-outline-offset-3 aria-pressed:bg-sunken aria-pressed:shadow-[inset_3px_0_0_var(--signal)]"
    >
      <Avatar name={name} />
      <span className="min-w-0 flex-1">
        <span className="label block truncate">
          {name} <span className="font-normal text-muted text-sm">@{username}</span>
        </span>
        <span className="block truncate text-muted text-sm">{messages.at(-1)?.subject}</span>
      </span>
    </button>
  )
}

type MessageItemProps = { message: SampleMessage; ground: ChalkName; isShown: boolean }

/** Renders one message. A message that has not popped up yet keeps its place, so that nothing below it moves. */
function MessageItem({ message, ground, isShown }: MessageItemProps) {
  const { from, day, time, subject, badge, tone, line, icon, text } = message
  const isOwn = from === 'you'
  return (
    <li
      className={`flex flex-col transition-[opacity,translate,visibility] duration-250 ${isShown ? '' : 'invisible translate-y-3 opacity-0'}`}
    >
      <p className="mb-2 self-center text-muted text-xs">{day}</p>
      <article
        className={`card w-full max-w-xl overflow-hidden ${isOwn ? 'self-end bg-sunken' : 'self-start'}`}
      >
        <div className="grid gap-2 p-4 md:p-5">
          <header className="flex items-start justify-between gap-3">
            <h3 className="label text-lg leading-snug">{subject}</h3>
            <span className="flex shrink-0 items-center gap-2 pt-0.5">
              <Badge tone={tone}>{badge}</Badge>
              <span className="figures text-muted text-xs">{time}</span>
            </span>
          </header>
          <StatusLine icon={icon}>{line}</StatusLine>
        </div>
        {text ? <p className="border-t p-4 md:p-5">{text}</p> : <VideoPlace ground={ground} />}
      </article>
    </li>
  )
}

/** Renders the placeholder for a video. */
function VideoPlace({ ground }: { ground: ChalkName }) {
  return (
    <div data-theme="dark" className="relative isolate aspect-video overflow-hidden bg-field text-ink">
      <ChalkLines
        name={ground}
        anchor="end"
        className="-z-10 mask-b-from-40% mask-b-to-80% absolute inset-0 size-full"
      />
      <p className="label absolute bottom-0 p-4 text-sm">The athlete’s video plays here</p>
    </div>
  )
}
