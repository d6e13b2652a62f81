import { newId } from '../api/new-id.ts'

/** The id of this page, different from every other open page of the app on this device. */
export const THIS_PAGE = newId()
