import { words } from './words.ts'

const deskThing = words('id kind name questionId personId')
const deskMessage = words('id way kind to about state tries error orderedAt sentAt notSentBecause receivedAt')

/** The exact fields of the answers to the desk's calls about the team's own work. */
export const OFFICE_FIELDS: Record<string, Record<string, string[]>> = {
  'POST /api/desk/audit': {
    '': words('acts more people'),
    'acts[]': words('id at admin act subject about reason detail'),
    'acts[].about': deskThing,
    'people[]': words('id name'),
  },
  'POST /api/desk/find': { '': words('things more'), 'things[]': deskThing },
  'POST /api/desk/messages': {
    '': words('messages more now'),
    'messages[]': deskMessage,
    'messages[].about': deskThing,
  },
  'POST /api/desk/message': {
    '': words('message address subject text isStillTrue maySendAgain'),
    message: deskMessage,
    'message.about': deskThing,
  },
  'POST /api/desk/codes': {
    '': words('codes more signupCode now'),
    'codes[]': words('id label off value used maxUses maxUsesEach createdAt expiresAt endedAt'),
    signupCode: words('madeAt madeBy'),
  },
  'POST /api/desk/system': {
    '': words('jobs mails pushes money troubles moreTroubles videos warnings epoch protocol now'),
    jobs: words('waiting due active'),
    mails: words('waiting'),
    pushes: words('waiting'),
    money: words('underWay'),
    'troubles[]': words('of id kind tries error since about mayRetry mayDrop'),
    'troubles[].about': deskThing,
    videos: words('bytes count refused freeBytes totalBytes'),
  },
}
