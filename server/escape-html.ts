import { html } from 'hono/html'

/** Escapes a text for an element or a quoted attribute, in HTML and in XML. */
export const escapeHtml = (text: string): string => String(html`${text}`)
