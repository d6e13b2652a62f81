const ROOT = '<div id="root"></div>'
const STYLE = /<style(?: data-href="([^"]+)")?>([\s\S]*?)<\/style>/
/** What the app goes on with: its script, and what makes it a thing to install. */
const LATER = /\s*(<script type="module"[^>]*><\/script>|<link rel="manifest"[^>]*>)/g
const DRAWING = /<use href="/g

type PaintFirst = {
  /** The app's empty page. */
  template: string
  /** Takes out of its template what the page goes on with, once it is painted; stands in the page as it is here. */
  startScript: string
  /** Of all the app's styles those that the first paint of a page needs. */
  stylesFor: (css: string) => (root: string) => string
}

/**
 * Pages that are painted from one reply: the styles of what is on them inline, and everything they go on with (all
 * styles with their fonts, drawings, the app) kept in a template until `startScript` takes it out after the paint.
 */
export function openPaintFirst({ template, startScript, stylesFor }: PaintFirst): (root: string) => string {
  const [style, href, css = ''] = template.match(STYLE) ?? ['']
  const later = [
    ...(href ? [`<link rel="stylesheet" href="${href}">`] : []),
    ...[...template.matchAll(LATER)].map(([, tag]) => tag),
  ]
  const end = `<template id="later">${later.join('')}</template><script>${startScript}</script>`
  const shownBy = stylesFor(css)
  const named = href ? ` data-href="${href}"` : ''
  const [head = '', tail = ''] = template.replace(LATER, '').split(ROOT)
  return (root) =>
    head.replace(style, () => `<style${named}>${shownBy(root)}</style>`) +
    root.replace(DRAWING, '<use data-href="') +
    end +
    tail
}
