import { useEffect, useState } from 'react'
import type { IntentName } from '../../sync/intents.ts'
import { PRODUCT } from '../../sync/text/product.ts'
import { useOnline } from '../api/connection.ts'
import type { UnsentWork } from '../api/session.ts'
import type { Device } from '../db/device.ts'
import { readSharedVideos } from '../pwa/shared-videos.ts'
import { type DeviceWork, PROFILE_EDIT } from '../store/account/unsent.ts'
import { isHeldBack, readSendingChoice } from '../store/sending/network-preference.ts'
import { useStored, useUnsentWork } from '../store/use-device.ts'
import { thisPlace } from '../text/this-place.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { StatusLine } from '../ui/status/status-line.tsx'

type SignOutDialogProps = {
  /** The unsent work when the user asked to sign out. */
  unsent: UnsentWork
  onStay: () => void
  /** Signs out after everything has been sent. */
  onSent: () => Promise<void>
  onDiscard: () => Promise<void>
}

/** Asks what to do with unsent work at sign-out: send it first, stay signed in, or sign out and delete it. */
export function SignOutDialog({ unsent: before, onStay, onSent, onDiscard }: SignOutDialogProps) {
  const online = useOnline()
  // Count the items that wait for the user's decision first; otherwise the dialog would offer to send them and
  // then withdraw the offer.
  const counted = useUnsentWork()
  const shared = useSharedCount()
  const unsent = withShared(
    counted ?? { ...before, held: 0, typed: [], refused: { changes: 0, drafts: 0, forms: [] } },
    shared,
  )
  const heldBack = useStored(countHeldBack) ?? 0
  const [isWaiting, setWaiting] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  // Notes for a recording are never sent, so nothing waits for them.
  const notes = unsent.typed.filter(isNotes).length
  const isAllSent = unsent.intents + unsent.videos + unsent.edits === notes
  const isNotesOnly = isAllSent && notes > 0
  const { refused } = unsent
  const waitsForOwner =
    unsent.held + unsent.edits + refused.changes + refused.drafts + refused.forms.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the last of it has left
  useEffect(() => {
    if (isWaiting && isAllSent) void onSent()
  }, [isWaiting, isAllSent])
  const discard = () => {
    setLeaving(true)
    void onDiscard().finally(() => setLeaving(false))
  }
  if (!counted || shared === null) return null
  return (
    <Dialog
      open
      role="alertdialog"
      title={isNotesOnly ? `Your notes are only on ${thisPlace()}` : 'Not everything has been sent'}
      dismissible={false}
      onClose={onStay}
      footer={
        <>
          <Button tone="danger" loading={isLeaving} onClick={discard}>
            Sign out and delete {isNotesOnly ? 'them' : 'it'}
          </Button>
          {!waitsForOwner && (
            <Button tone="secondary" loading={isWaiting} onClick={() => setWaiting(true)}>
              Send it first
            </Button>
          )}
          <Button onClick={onStay} data-autofocus>
            Stay signed in
          </Button>
        </>
      }
    >
      <p>
        {isNotesOnly ? NOTES_ONLY : `${describeUnsent(unsent, notes)} on ${thisPlace()} and nowhere else.`}{' '}
        Signing out deletes what this account keeps here.
      </p>
      <div className="mt-4 empty:hidden">
        <WhatStays work={counted} shared={shared} notes={isNotesOnly ? 0 : notes} />
        {isWaiting && !waitsForOwner && (
          <StatusLine icon={!online ? 'offline' : heldBack > 0 ? 'info' : 'upload'} live>
            {sendingWords({ online, heldBack })}
          </StatusLine>
        )}
      </div>
    </Dialog>
  )
}

type WhatStaysProps = { work: DeviceWork; shared: number; notes: number }

/** Names what does not leave without its owner, and where it is. */
function WhatStays({ work: { held, refused, typed: keys }, shared, notes }: WhatStaysProps) {
  const typed = typedWords(keys)
  return (
    <>
      {held > 0 && (
        <StatusLine icon="info">
          {held === 1 ? 'One video was' : `${held} videos were`} kept but not sent. Your outbox is waiting for
          your decision.
        </StatusLine>
      )}
      {refused.changes > 0 && (
        <StatusLine icon="warning">
          {refused.changes === 1 ? 'One change was' : `${refused.changes} changes were`} not accepted: your
          outbox says why.
        </StatusLine>
      )}
      {refused.drafts > 0 && (
        <StatusLine icon="warning">
          {refused.drafts === 1 ? 'An unfinished question' : `${refused.drafts} unfinished questions`} could
          not be saved to your account.
        </StatusLine>
      )}
      {[...new Set(refused.forms)].map((form) => (
        <StatusLine key={form} icon="warning">
          {FORMS[form] ?? 'A form was not accepted: its page says why.'}
        </StatusLine>
      ))}
      {shared > 0 && (
        <StatusLine icon="info">
          {shared === 1
            ? 'A video that you shared from another app waits'
            : `${shared} videos that you shared from other apps wait`}{' '}
          on your dashboard.
        </StatusLine>
      )}
      {keys.includes(PROFILE_EDIT) && (
        <StatusLine icon="edit">
          Your profile has changes that you have not saved: they are still in its form.
        </StatusLine>
      )}
      {typed && <StatusLine icon="edit">{typed}</StatusLine>}
      {notes > 0 && (
        <StatusLine icon="edit">Your notes for a recording are only on {thisPlace()}, too.</StatusLine>
      )}
    </>
  )
}

/** Returns how many videos other apps have handed over; null until they were counted. */
function useSharedCount(): number | null {
  const [count, setCount] = useState<number | null>(null)
  useEffect(() => {
    void readSharedVideos().then(
      ({ length }) => setCount(length),
      () => setCount(0),
    )
  }, [])
  return count
}

/** Adds shared videos to what waits for its owner. */
function withShared(work: DeviceWork, shared: number | null): DeviceWork {
  return { ...work, videos: work.videos + (shared ?? 0), held: work.held + (shared ?? 0) }
}

/** Counts the answers and replies that wait for Wi-Fi or for the user to send them. */
async function countHeldBack(device: Device): Promise<number> {
  if (!isHeldBack(await readSendingChoice(device))) return 0
  const queued = device.takes.where('state').anyOf('queued', 'uploading')
  return queued.filter(({ purpose }) => purpose !== 'question').count()
}

/** The status line while everything is being sent. `heldBack` videos may not leave over this network. */
export function sendingWords({ online, heldBack }: { online: boolean; heldBack: number }): string {
  if (!online)
    return 'Waiting for network. You are signed out as soon as everything has left, while this stays open.'
  if (heldBack === 0) return 'Sending. You are signed out as soon as everything has left.'
  const videos = heldBack === 1 ? 'One video is' : `${heldBack} videos are`
  return `${videos} held back, as you chose for this device: stay signed in to send from your outbox. You are signed out as soon as everything has left.`
}

const NOTES_ONLY = 'You wrote notes for a recording. Nobody else has them.'

const isNotes = (key: string) => key.startsWith('notes ')

function describeUnsent({ intents, videos, edits: all }: UnsentWork, notes: number): string {
  const edits = all - notes
  const parts = [
    edits > 0 && 'What you typed',
    videos > 0 && `${videos} ${videos === 1 ? 'video' : 'videos'}`,
    intents > 0 && `${intents} ${intents === 1 ? 'change' : 'changes'}`,
  ].filter(Boolean)
  const count = videos + intents + Math.min(edits, 1)
  return `${parts.join(' and ') || 'Nothing'} ${count === 1 ? 'is' : 'are'}`
}

/** What is said of a public form that was refused; its page gives it back together with the reason. */
const FORMS: Partial<Record<IntentName, string>> = {
  'contact.send': 'Your message to our team was not accepted: the form on the page “Contact us” says why.',
  'application.send': 'Your application was not accepted: the form on the page “Apply to join” says why.',
  'suggestion.send': `Your suggestion was not accepted: the form below the ${PRODUCT.infielder} List says why.`,
  'waitlist.send':
    'Your place on the waitlist was not accepted: the form on the page “Create an athlete account” says why.',
}

/** What was typed and not sent, by the first word of its settings key. */
const TYPED: Record<string, string> = {
  clarification: 'a follow-up or a reply to one',
  transcript: 'captions',
  decline: 'a note to a fan',
  report: 'a report',
  rating: 'a rating',
  problem: 'a report of a problem',
  feedback: 'a message to our team',
  'desk-note': 'a note to the team',
  'desk-reject': 'a rejection note',
  'desk-inbox': 'notes about a message',
  'desk-reason': 'a reason',
  'desk-reference': 'the reference of a payment',
}

/**
 * The status line on what was typed into forms other than the profile's, by settings keys; null for nothing. Notes
 * have a line of their own, because they are never sent.
 */
export function typedWords(keys: readonly string[]): string | null {
  const kinds = keys
    .filter((key) => key !== PROFILE_EDIT && !isNotes(key))
    .map((key) => TYPED[key.split(' ')[0] ?? ''])
  const named = [...new Set(kinds.map((kind) => kind ?? 'a text'))]
  if (named.length === 0) return null
  const list = [named.slice(0, -1).join(', '), named.at(-1)].filter(Boolean).join(' and ')
  return `You have not sent what you typed: ${list}. It is still where you typed it.`
}
