import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { textsIn } from './said.ts'
import { isTest, listSources } from './sources.ts'

const SCREENS = /^client\/(?!dev\/|testing\/)/
const DEVICE = /\b(?:this|your) device\b/i

/** What texts may say of the device wherever they are: it is as true where nothing can be stored. */
const TRUE_ANYWAY: Record<string, RegExp> = {
  'it says that something could not be kept':
    /could not be (?:saved|opened)|not saved|cannot store|not all of what you shared was kept|no room for it/,
  'it says that something is not there':
    /\b[Nn]ot (?:everything is )?on (?:this|your) device|not reached this/,
  'it says that nothing was opened before, or that the browser cleared something':
    /not opened this .*on this device|has cleared/,
  'it is about the room of a disk': /device is full|room left on this device|little room left/,
  'it names what was seen, and promises nothing': /device has seen|seen on this device/,
  'it means the machine: what it computes, mutes or downloads, who holds it, or how it signs in':
    /device (?:is solving|solves|makes|has muted)|download it to this device|(?:finds your|found this) device|passkey|^In an authenticator app/,
  'it is about the notifications of the machine': /notif|knows? this device yet/i,
  'it is an error that only a report shows': /^the (?:documents on|database of) this device/,
}

/** Why a file may speak of the device where it says something else where nothing is stored; it has to ask. */
const CHOSEN = 'where nothing is stored, the same place says another sentence'

/** The beginnings of other texts, by the file that may say them, below why it may. */
const ALLOWED: Record<string, Record<string, string[]>> = {
  [CHOSEN]: {
    'client/account/unsent-line.tsx': ["safe on this device and will send when you're back."],
    'client/answer/decline/decline-dialog.tsx': ['. It leaves this device when'],
    'client/answer/studio/closed-panel.tsx': ['safe on this device.'],
    'client/answer/studio/sent-words.ts': ['answers are safe on this device.'],
    'client/answer/take-tools.tsx': [
      'It is safe on this device until you delete it.',
      'It is on this device until you delete it.',
    ],
    'client/app/crash.tsx': ['What you wrote or recorded is still on this device.'],
    'client/app/router/prompts.tsx': ['Nothing on this device is lost.'],
    'client/dashboard/feedback-widget.tsx': ['Your message is saved on this device, and'],
    'client/dashboard/profile-edit/profile-form.tsx': ['You are offline: they are kept on this device'],
    'client/dashboard/profile/own-section.tsx': ['Saved on this device. It is sent when'],
    'client/dashboard/start/use-finish.ts': ['Your price is saved on this device'],
    'client/inquiry/form-panel.tsx': [
      'Saved on this device. Sending',
      'Saved on this device, waiting for network.',
    ],
    'client/pages/activity/activity-screen.tsx': ['What happened on this device'],
    'client/pages/lost-link/lost-link-screen.tsx': ['; the pages you opened on this device'],
    'client/question/asking/saved-when.ts': ['Saved on this device'],
    'client/question/wizard/asking-note.tsx': ['Your question is saved on this device.'],
    'client/question/wizard/video-part.tsx': ['Saved on this device'],
    'client/text/keeps-nothing.ts': ['on this device'],
  },
  'where nothing is stored, its place is put in before it is shown': {
    'client/question/wizard/sending-status.tsx': [
      'on this device',
      'Your question is safe on this device.',
      'Your video never arrived whole.',
      'No card was confirmed',
      'The athlete stopped taking questions',
      'The price has changed',
      'Your bank approved only part',
      'A card was charged',
      'Your discount code was used up',
      'It could not be asked.',
    ],
    'client/text/refusals.ts': [
      'Sign in first.',
      'There is a newer version of the app.',
      'You have as many unfinished questions',
      'The athlete has paused',
      'The athlete no longer takes questions.',
      'The video has not arrived yet.',
      'Our storage is nearly full',
      'The time to answer has run out.',
    ],
  },
  'the draft is known to be stored, not kept in the page': {
    'client/question/ask-wizard.tsx': ['Your question is saved on this device.'],
    'client/question/wizard/wizard-dialog.tsx': ['Offline. What you enter is saved on this device.'],
  },
  'it is not offered where nothing is stored': {
    'client/dashboard/offline/offline-line.tsx': ['Getting this device ready for offline'],
    'client/question/save-and-share/the-answer.tsx': ['Saved on this device'],
    'client/question/save-and-share/use-saved-answer.ts': ['An answer was saved on this device'],
  },
  'a service worker stored the video that another app shared, so this browser stores': {
    'client/dashboard/shared/shared-part.tsx': ['. It is kept on this device'],
  },
  'it is the notice that nothing is stored': {
    'client/app/no-storage.tsx': ['at the moment. You can ask and sign in here'],
  },
  'it names a list, a choice or the clock of this device, and promises nothing': {
    'client/account/sign-out-dialog.tsx': ['held back, as you chose for this device'],
    'client/answer/studio/may-be-over.tsx': ['By this device’s clock'],
    'client/app/footer.tsx': ['Activity on this device'],
  },
  'it describes the app to people who may have any browser': {
    'client/dashboard/start/guides.tsx': ['Record anyway'],
    'client/pages/about/about-copy.ts': ['Drafts and recordings are kept on your device'],
    'client/pages/benefits/benefits-copy.ts': ['Saved on this device'],
    'client/pages/benefits/benefits-screen.tsx': ['A bus, a plane'],
    'client/pages/demo/demo-screen.tsx': ['After recording without a network', 'Online or not'],
    'client/pages/legal/privacy-text.ts': ['The last hundred messages', 'days later, also where you paid'],
  },
}

/** What the screens say of the device. */
const said = listSources()
  .filter((path) => SCREENS.test(path) && !isTest(path))
  .flatMap((path) => textsIn(readFileSync(path, 'utf8'), path).map((text) => ({ path, text: text.trim() })))
  .filter(({ text }) => DEVICE.test(text))

const kinds = Object.values(TRUE_ANYWAY)
const places = Object.values(ALLOWED).flatMap((files) =>
  Object.entries(files).flatMap(([path, starts]) => starts.map((start) => ({ path, start }))),
)
type Said = (typeof said)[number]
const isAt = ({ path, text }: Said, place: (typeof places)[number]) =>
  place.path === path && text.startsWith(place.start)

test('no sentence promises that this device keeps something where the browser may store nothing', () => {
  const promised = said.filter(
    (each) => !kinds.some((kind) => kind.test(each.text)) && !places.some((place) => isAt(each, place)),
  )
  // Say `keptWhere()` or `thisPlace()` instead, or what is true in both cases (decision 0100).
  expect(promised.map(({ path, text }) => `${path}: ${text}`)).toEqual([])
})

test('a file that says another sentence where nothing is stored asks whether it is', () => {
  const unasking = Object.keys(ALLOWED[CHOSEN] ?? {}).filter(
    (path) => !/\b(?:keepsNothing|nothingKept)\(\)/.test(readFileSync(path, 'utf8')),
  )
  expect(unasking).toEqual([])
})

test('every allowance is used', () => {
  const unused = [
    ...kinds.filter((kind) => !said.some(({ text }) => kind.test(text))).map(String),
    ...places.filter((place) => !said.some((each) => isAt(each, place))).map(({ start }) => start),
  ]
  expect(unused).toEqual([])
})
