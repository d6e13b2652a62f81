import { PRODUCT } from '../../../sync/text/product.ts'
import type { AccountMailKind } from '../enqueue.ts'
import { spokenTime } from '../spoken-time.ts'
import { STORAGE_LOW } from './desk-mail.ts'
import { unlinked, type Words } from './mail-layout.ts'

/** S2-2.76: an athlete's picture is changed through the team, which asks for it with this mail. */
export const WANTED: Words = {
  subject: 'A picture for your profile',
  paragraphs: [
    `The team at ${PRODUCT.name} asks you for a picture. You can see which one under Photos in your profile, and choose it there; it is public once the team has looked at it.`,
  ],
  action: { label: 'Open your profile', path: '/dashboard?tab=profile' },
}

/**
 * Returns the mail to the current address when a signed-in person wants to change it; this address must confirm the
 * change too.
 */
export function emailChangeWords(wanted: string | null): Omit<Words, 'action'> {
  return {
    subject: 'Confirm your new email address',
    paragraphs: [
      `Somebody who is signed in to your account at ${PRODUCT.name} wants to use another email address for it. If it was you, open the link and confirm the change. We also mailed a link to the new address: the change is made when you have confirmed it in both mails.`,
      'If this was not you, do not confirm it. Set a new password at once with “Forgot password?”: that signs out every device.',
    ],
    facts: wanted ? [['New address', unlinked(wanted)]] : [],
  }
}

type NewDevice = { device: string | null; orderedAt: Date; zone: string | null }

/** Returns the mail about a sign-in on a device that is new to the account. */
export function newDeviceWords({ device, orderedAt, zone }: NewDevice): Words {
  return {
    subject: 'A new device signed in to your account',
    paragraphs: [
      `Your account at ${PRODUCT.name} was just signed in to on a device we do not know yet. If this was you, there is nothing to do.`,
      'If this was not you, set a new password at once with “Forgot password?”: that signs out every device.',
    ],
    facts: [
      ['Device', device ?? 'A browser'],
      ['When', spokenTime(orderedAt, zone)],
    ],
    action: { label: 'Set a new password', path: '/passwordreset' },
  }
}

/** The mail about an app that was turned off while a passkey still signs in; the password alone does not. */
export const APP_OFF: Words = {
  subject: 'Your authenticator app was turned off',
  paragraphs: [
    `Your authenticator app no longer signs you in to your account at ${PRODUCT.name}; your passkey still does. The app was turned off with your password and a code.`,
    'If this was not you, set a new password at once with “Forgot password?”, then look at the passkeys in your profile.',
  ],
  action: { label: 'Set a new password', path: '/passwordreset' },
}

/** The mails that tell a person what was done to their account, without a link that changes anything by itself. */
export const TOLD = {
  'password-changed': {
    subject: 'Your password was changed',
    paragraphs: [
      `The password of your account at ${PRODUCT.name} was just changed, and every other device was signed out.`,
      'If this was not you, ask for a new password at once: the link below leads to “Forgot password?”.',
    ],
    action: { label: 'Sign in', path: '/signin' },
  },
  'second-factor-on': {
    subject: 'Signing in takes a second step now',
    paragraphs: [
      `From now on your account at ${PRODUCT.name} asks for a second step after the password: a code from your app, or a passkey if you have one. Every other device was signed out. Keep the new recovery codes where you can find them without your phone; any you had before no longer work.`,
      'If this was not you, somebody else knows your password: set a new one at once with “Forgot password?”, which signs them out, and write to us. The new password alone does not let you in, because their app has the codes.',
    ],
    action: { label: 'Contact us', path: '/contact' },
  },
  'second-factor-off': {
    subject: 'The second step at sign-in was turned off',
    paragraphs: [
      `Your second step was just turned off with your password and a code. From now on your password alone opens your account at ${PRODUCT.name}.`,
      'If this was not you, set a new password at once with “Forgot password?”, then turn the second step on again in your profile.',
    ],
    action: { label: 'Set a new password', path: '/passwordreset' },
  },
  'recovery-codes-renewed': {
    subject: 'You have new recovery codes',
    paragraphs: [
      `New recovery codes were just made for your account at ${PRODUCT.name}. The old ones no longer work.`,
      'If this was not you, somebody else is signed in to your account: set a new password at once with “Forgot password?”, which signs out every device, then make new codes yourself in your profile.',
    ],
    action: { label: 'Open your profile', path: '/dashboard?tab=profile' },
  },
  'email-changed': {
    subject: 'Your email address was changed',
    paragraphs: [
      `Your account at ${PRODUCT.name} now uses another email address. We write to that address from now on, and this one no longer signs you in.`,
      'If this was not you, write to us at once.',
    ],
    action: { label: 'Contact us', path: '/contact' },
  },
  'storage-low': STORAGE_LOW,
  'password-tried': {
    subject: 'Somebody is trying to sign in to your account',
    paragraphs: [
      `Wrong passwords were typed for your account at ${PRODUCT.name} ten times or more. None was right, and each further try takes longer. On the devices you use, nothing changes for you.`,
      'If this was you on a new device, choose “Forgot password?” or “Email me a sign-in link” where you sign in. If it was not, there is nothing you have to do; a password you use nowhere else and the second step in your profile keep them out.',
    ],
    action: { label: 'Sign in', path: '/signin' },
  },
  'passkey-added': {
    subject: 'A passkey was added to your account',
    paragraphs: [
      `From now on a passkey opens your account at ${PRODUCT.name}; the password alone no longer does. You find it in your profile, under “Passkeys”.`,
      'If this was not you, somebody else is in your account: set a new password at once with “Forgot password?”, which signs them out. It does not remove their passkey: if you still get in, remove it in your profile; if you do not, write to us.',
    ],
    action: { label: 'Open your profile', path: '/dashboard?tab=profile' },
  },
  'passkey-removed': {
    subject: 'A passkey was removed from your account',
    paragraphs: [
      `Somebody removed a passkey from your account at ${PRODUCT.name}. It no longer opens the account. If it was your last one and you have no authenticator app, your password alone opens the account now.`,
      'If this was not you, set a new password at once with “Forgot password?”, then look at the passkeys in your profile.',
    ],
    action: { label: 'Open your profile', path: '/dashboard?tab=profile' },
  },
  'signed-out': {
    subject: 'You were signed out everywhere',
    paragraphs: [
      `The team at ${PRODUCT.name} has signed you out on every device. Links to sign in, to set a password or to change your address that you did not use no longer work.`,
      'If you asked for this because somebody else was in your account, set a new password with “Forgot password?” before you sign in.',
    ],
    action: { label: 'Sign in', path: '/signin' },
  },
  'payout-set': {
    subject: 'Your payout details were set',
    paragraphs: [
      `Somebody who is signed in to your account at ${PRODUCT.name} just set how you are paid, or opened the page of our payment provider where that is set. You can see it under Money.`,
      'If this was not you, set a new password at once with “Forgot password?”, and put it right.',
    ],
    action: { label: 'Open your money', path: '/dashboard?tab=money' },
  },
  'picture-public': {
    subject: 'Your new picture is public',
    paragraphs: ['The picture you sent is on your profile now.'],
    action: { label: 'Open your profile', path: '/dashboard?tab=profile' },
  },
  // sent to a person who stayed, by signing in or by the link in the mail about their leaving
  'account-kept': {
    subject: 'You are staying: nothing will be deleted',
    paragraphs: [
      'What you asked us to delete is kept, and everything is where it was. Questions that ended when you left stay ended.',
      'If this was not you, somebody else can sign in to your account: set a new password at once.',
    ],
    action: { label: 'Set a new password', path: '/passwordreset' },
  },
} satisfies Partial<Record<AccountMailKind, Words>>

/** Returns whether a mail is one of those that only tell what was done. */
export function isTold(kind: AccountMailKind): kind is keyof typeof TOLD {
  return kind in TOLD
}
