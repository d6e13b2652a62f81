import { noteTold } from '../ui/toasts.ts'

/** Lists what was just put on its way, which its own screen says, with everything else that was told here. */
export function noteSent(what: 'answer' | 'reply' | 'report', subject: string): void {
  noteTold({
    text: `Your ${what} about “${subject}” is saved on this device and waits to be sent`,
    tone: 'success',
  })
}
