import type { PrepareAskAnswer } from '../../../sync/calls.ts'
import { DESK_CALLS } from '../../../sync/desk/desk-paths.ts'
import { CALLS } from '../../../sync/paths.ts'
import { pause } from '../../pause.ts'
import { runAgain, sweepTwice } from '../grounds/again.ts'
import { type Card, type Ground, type Script, type Step, Unreached } from '../grounds/ground.ts'
import { markOf } from '../invariants/exits.ts'
import type { History } from '../invariants/history.ts'
import { sendVideo } from '../media/send-video.ts'
import { doAtBank } from './banks.ts'
import { type Ask, Devices, READERS, through } from './devices.ts'
import { Payouts } from './payouts.ts'
import { createDraw } from './random.ts'
import { doReturn } from './returns.ts'
import { confirmCard, Tips } from './tips.ts'

export type Actors = {
  history: History
  act(step: Step): Promise<void>
  /** Does what the devices that come back do once everything works again. */
  resume(): Promise<void>
  /** Makes every device pull everything it may see; with `known`, only those that pulled before. */
  pullAll(which?: 'known'): Promise<void>
}

/** Opens the devices of everyone in a script, which make the calls that the app makes. */
export async function openActors(ground: Ground, script: Script): Promise<Actors> {
  const stage = new Stage(ground)
  stage.seed = script.seed
  await stage.castBrowsers()
  const draw = createDraw(script.seed + 7_000_000)
  for (const [number, plan] of script.asks.entries())
    stage.asks.push(await stage.askOf(plan, number, draw.id))
  stage.newId = draw.id
  await stage.openBesides(script.seed)
  return {
    history: stage.history,
    act: (step) => stage.act(step),
    resume: () => stage.resume(),
    pullAll: async (which) => {
      const readers = READERS.filter(
        (reader) => which !== 'known' || stage.history.replicas.has(`${reader} people`),
      )
      for (const reader of readers) await stage.act({ do: 'pull', reader, via: 0 })
    },
  }
}

class Stage extends Devices {
  seed = 0
  private readonly tips = new Tips(this.ground)
  private readonly payouts = new Payouts(this.ground, (name) => this.of(name))

  async act(step: Step): Promise<void> {
    if (step.do === 'together') {
      this.history.done.push(step)
      const late = async (after: number, each: Step) => {
        if (after > 0) await pause(after)
        await this.act(each)
      }
      await Promise.all(step.steps.map(({ after, step: each }) => late(after, each)))
      return
    }
    try {
      const had = await through.run('via' in step ? step.via : 0, () => this.perform(step))
      if (had !== false) this.history.done.push(step)
    } catch (error) {
      if (!(error instanceof Unreached)) throw error
      this.history.done.push(step)
    }
  }

  /** Does a step. Returns false if there was nothing to do it to. */
  private async perform(step: Exclude<Step, { do: 'together' }>): Promise<unknown> {
    switch (step.do) {
      case 'prepare':
        return this.prepare(this.ask(step), step.amountCents)
      case 'pay':
        return this.pay(this.ask(step), step.card, step.which)
      case 'send':
        return this.send(this.ask(step), step)
      case 'go back':
        return this.goBack(this.ask(step))
      case 'screen':
        return this.screen(this.ask(step), step.decision)
      case 'announce':
      case 'give':
        return this.announce(this.ask(step), step)
      case 'say again':
        return this.sayAgain(step.ask, step.nth)
      case 'wish':
      case 'cancel':
      case 'decline':
        return this.saySimply(this.ask(step), step.do)
      case 'tip':
      case 'ask about tip':
      case 'give up tip':
      case 'pay tip':
        return this.tips.act(this.ask(step), step)
      case 'refund':
      case 'refund there':
      case 'dispute':
      case 'win':
      case 'lose':
        return doReturn(this.ground, step, { ask: this.ask(step), desk: this.of('admin') })
      case 'expire':
      case 'pay again':
        return doAtBank(this.ground, step, this.ask(step))
      case 'move account':
      case 'set up':
      case 'payday':
      case 'top up':
      case 'pay by hand':
      case 'control payouts':
        return this.payouts.act(step)
      case 'pull':
        return this.pull(step.reader)
      case 'write':
        return this.drafting.write(step)
      case 'run':
        return this.ground.run(step.via)
      case 'run again':
        return this.repeat(step.count)
      case 'sweep twice':
        return sweepTwice(this.ground, step.sweep)
      case 'wait':
        return this.ground.advance(step.ms)
      case 'wait until':
        return this.waitUntil(this.ask(step), step)
      default:
        return this.ground.mishap(step)
    }
  }

  private async prepare(ask: Ask, amountCents: number): Promise<void> {
    const { questionId, athleteId, email, videos, fanBrowser: browser } = ask
    const prepared = {
      questionId,
      athleteId,
      subject: `Question ${markOf(ask.number, 'subject')}`,
      kind: videos.question ? 'video' : 'text',
      text: videos.question ? '' : `How do I stop skying? ${markOf(ask.number, 'text')}`,
      video: videos.question?.declared ?? null,
      asker: {
        firstName: 'Kim',
        lastName: `Lee-${markOf(ask.number, 'lastName')}`,
        birthDate: '1999-05-05',
        countryCode: 'US',
        city: 'Boston',
        email,
      },
      amountCents,
    }
    const captcha = ask.fan === 'guest' ? await this.captcha() : null
    const { body } = await browser.post<PrepareAskAnswer>(CALLS.prepareAsk, { ask: prepared, captcha })
    await browser.session()
    if (body.clientSecret) ask.secrets.push(body.clientSecret)
  }

  private async pay(ask: Ask, card: Card, which: 'first' | 'last'): Promise<boolean> {
    const clientSecret = ask.secrets.at(which === 'first' ? 0 : -1)
    if (!clientSecret) return false
    await confirmCard(this.ground, clientSecret, card)
    return true
  }

  private async repeat(count: number): Promise<boolean> {
    const ordered = await runAgain(this.ground, createDraw(this.seed + count), count)
    this.history.struck += ordered
    return ordered > 0
  }

  private async send(ask: Ask, { take, way, at }: Extract<Step, { do: 'send' }>): Promise<boolean> {
    const video = ask.videos[take]
    if (!video) return false
    const browser = take === 'question' ? ask.fanBrowser : ask.athleteBrowser
    const purpose = take === 'question' ? 'question' : 'answer'
    const { history } = this
    const wasSent = await sendVideo({ browser, video, purpose, questionId: ask.questionId, history }, way, at)
    if (wasSent && way !== 'whole') history.struck += 1
    return wasSent
  }

  private async goBack({ fanBrowser, questionId }: Ask): Promise<boolean> {
    const [hold] = await this.ground.sql<{ id: string }[]>`
      select id from hold where ask_id = ${questionId} order by attempt desc limit 1`
    if (hold) await fanBrowser.post(CALLS.cancelPaymentIntent, { paymentIntentId: hold.id })
    return hold !== undefined
  }

  private async screen({ questionId, number }: Ask, decision: 'approve' | 'reject'): Promise<void> {
    const desk = this.of('admin')
    const call = { id: questionId }
    const { status, body } = await desk.post<{ revision: number }>(DESK_CALLS.deskQuestion, call)
    if (status !== 200) return
    const note = decision === 'reject' ? { note: `Please ask about sport. ${markOf(number, 'reject')}` } : {}
    const args = { questionId, revision: body.revision, ...note }
    await this.say(number, { name: `question.${decision}`, args, account: this.ground.cast.admin.id })
  }

  private saySimply(
    { number, questionId, athlete, fan }: Ask,
    what: 'wish' | 'cancel' | 'decline',
  ): Promise<void> {
    const { cast } = this.ground
    if (what === 'decline') {
      const args = { questionId, note: `Not today. ${markOf(number, 'decline')}` }
      return this.say(number, { name: 'question.decline', args, account: cast[athlete].id })
    }
    const name = what === 'wish' ? 'question.ask' : 'question.cancel'
    const account = fan === 'guest' ? 'guest' : cast.member.id
    return this.say(number, { name, args: { questionId }, account })
  }

  /** Announces a take as the answer, or as a free one once the question has ended without any (D5). */
  private async announce(ask: Ask, step: Extract<Step, { do: 'announce' | 'give' }>): Promise<void> {
    const { number, questionId, athlete, videos, answerIds, giftIds } = ask
    const isGift = step.do === 'give'
    const answerId = (isGift ? giftIds : answerIds)[step.take]
    const recordedAt = Date.now() + (isGift ? 0 : step.clockMs)
    const args = { answerId, questionId, video: videos[step.take].declared, recordedAt }
    const name = isGift ? 'answer.give' : 'answer.submit'
    await this.say(number, { name, args, account: this.ground.cast[athlete].id })
    if (!isGift) await this.checkLateness(number, questionId)
  }

  async resume(): Promise<void> {
    // After a restore a device sends all its intents again, settled or not.
    for (const said of [...this.history.said]) {
      const { comesBack } = this.ask(said)
      const device =
        /approve|reject/.test(said.name) ||
        (/answer|decline/.test(said.name) ? comesBack.athlete : comesBack.fan)
      if (device) await this.act({ do: 'say again', ask: said.ask, via: 0, nth: this.placeOf(said) })
    }
    await this.act({ do: 'write', count: 'all again', via: 0 })
    for (const { number: ask, comesBack } of this.asks) {
      for (const take of ['question', 'first', 'second'] as const) {
        const isBack = take === 'question' ? comesBack.fan : comesBack.athlete
        const begun = this.history.said.some(
          (said) => said.ask === ask && JSON.stringify(said.args).includes(this.idOf(ask, take)),
        )
        if (isBack && (begun || take === 'question')) {
          await this.act({ do: 'send', ask, take, way: 'whole', at: 1, via: 1 })
        }
      }
    }
  }
}
