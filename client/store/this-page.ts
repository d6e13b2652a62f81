import { newId } from '../api/new-id.ts'

/** Tells this page from every other one of the app that is open on this device. */
export const THIS_PAGE = newId()
