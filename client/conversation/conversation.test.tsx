import 'fake-indexeddb/auto'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type {
  AnswerDocument,
  ConversationDocument,
  Partner,
  QuestionDocument,
} from '../../sync/collections.ts'
import { COPY } from '../../sync/copy.ts'
import { HOUR_MS } from '../../sync/limits.ts'
import { ConversationList } from './conversation-list.tsx'
import { AnswerMessage, QuestionMessage } from './message-card.tsx'
import { PartnerHead } from './thread-panel.tsx'

async function htmlOf(screen: ReactNode): Promise<string> {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => screen }),
    history: createMemoryHistory({ initialEntries: ['/dashboard'] }),
  })
  await router.load()
  return renderToString(<RouterProvider router={router} />).replace(/<!-- -->/g, '')
}
const wordsOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

const NORA: Partner = {
  ...{
    id: 'n',
    role: 'creator',
    firstName: 'Nora',
    lastName: 'Quist',
    username: 'noraquist',
    sport: 'Archery',
  },
  ...{ city: 'Oslo', countryCode: 'NO', age: null, pictureUrl: null },
}
const conversation = (more: Partial<Partner> = {}): ConversationDocument => ({
  ...{ id: 'c', users: ['f', 'n'], createdAt: 0, order: 0 },
  partner: { ...NORA, ...more },
})

describe('a conversation', () => {
  test('S2-2.61 S2-2.63 S2-2.66 D105 its head says who the other side is, and on a phone leads back', async () => {
    const html = await htmlOf(<PartnerHead conversation={conversation()} />)
    expect(wordsOf(html)).toMatch(/Back .*Nora Quist is an Archery athlete from Oslo, Norway/)
    expect(html).toMatch(/<a class="[^"]*lg:hidden" href="\/dashboard\?tab=conversations"/)
    // Where flags cannot be drawn, the country's letters show in a frame.
    expect(html).toMatch(/<span aria-hidden="true" class="label [^"]*border[^"]*">NO<\/span>/)
  })

  test('S2-2.68 S2-6.5 D51 with a partner of the role test one can “Make a new request”', async () => {
    const html = await htmlOf(<PartnerHead conversation={conversation({ role: 'test' })} />)
    expect(html).toMatch(/<a [^>]*href="\/ask\/noraquist"[^>]*>Make a new request/)
    expect(await htmlOf(<PartnerHead conversation={conversation()} />)).not.toContain('Make a new request')
  })

  test('S2-2.65 D77 content is shown and hidden by its toggle, and a reply’s long subject is cut', async () => {
    const answer = { videoId: 'v', state: 'delivered', durationMs: 1_000, submittedAt: 0, deliveredAt: 0 }
    const shown = (isOwn: boolean) =>
      htmlOf(
        <AnswerMessage
          answer={answer as AnswerDocument}
          subject="Stride pattern between hurdles"
          isOwn={isOwn}
        />,
      )
    expect(await shown(false)).toMatch(/<button[^>]*aria-expanded="true"[^>]*>.*Hide content/)
    expect(await shown(true)).toMatch(/<button[^>]*aria-expanded="false"[^>]*>.*View content/)
    expect(await shown(true)).toContain('Re: Stride pattern between hu…')
  })

  test('D33 an answer that was not paid for is not called sent', async () => {
    const answer = { videoId: 'v', state: 'stored', durationMs: 1_000, submittedAt: 0, deliveredAt: null }
    const shown = (isUnpaid: boolean) =>
      htmlOf(<AnswerMessage answer={answer as AnswerDocument} subject="Grip" isOwn isUnpaid={isUnpaid} />)
    expect(await shown(false)).toContain('Sent')
    expect(await shown(true)).toContain('nobody was shown it')
    expect(await shown(true)).not.toContain('Sent')
  })

  test('D5 D98 an announced answer that has not arrived leads its athlete to where it can be recorded again', async () => {
    const question = { id: 'q', subject: 'Grip', kind: 'text', submittedAt: 0, status: 'approved' }
    const announced = { ...question, graceEndsAt: HOUR_MS } as QuestionDocument
    const shown = (viewer: 'athlete' | 'fan', state: AnswerDocument['state']) =>
      htmlOf(
        <QuestionMessage
          question={announced}
          answer={{ state } as AnswerDocument}
          partner="Kim"
          isOpen={false}
          isLatest
          now={0}
          viewer={viewer}
        />,
      )
    expect(await shown('athlete', 'waiting')).toMatch(
      /<a [^>]*href="\/dashboard\/answer\/q"[^>]*>.*See its status/,
    )
    expect(await shown('athlete', 'stored')).not.toContain('See its status')
    expect(await shown('fan', 'waiting')).not.toContain('See its status')
  })

  test('S2-2.60 S2-2.67 partners with name, username and what is approved; without one, what to do first', async () => {
    const row = { id: 'c', partner: NORA, changedAt: 0, approved: 2, isAskedOnceMore: true, latest: null }
    expect(wordsOf(await htmlOf(<ConversationList rows={[row]} ready canAsk={false} />))).toMatch(
      /Nora Quist @noraquist .* follow-up 2 2 approved questions/,
    )
    expect(COPY.noConversations).toBe('No conversations yet! Respond to a request to start a conversation.')
    expect(wordsOf(await htmlOf(<ConversationList rows={[]} ready canAsk={false} />))).toContain(
      COPY.noConversations,
    )
    const ofFan = wordsOf(await htmlOf(<ConversationList rows={[]} ready canAsk />))
    expect(ofFan).toContain('Ask an athlete: your question and its answer appear here.')
    expect(ofFan).not.toContain('Respond to a request')
  })
})
