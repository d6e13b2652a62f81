const ROOT = '<div id="root"></div>'
const STYLE = /<style(?: data-href="([^"]+)")?>([\s\S]*?)<\/style>/
/** What a page loads after its first paint: the app's script and the manifest. */
const LATER = /\s*(<script type="module"[^>]*><\/script>|<link rel="manifest"[^>]*>)/g
const DRAWING = /<use href="/g

type PaintFirst = {
  /** The app's empty page. */
  template: string
  /** The inline script that takes the later parts out of their template once the page is painted. */
  startScript: string
  /** Returns a function that selects, from all the app's styles, those that the first paint of a page needs. */
  stylesFor: (css: string) => (root: string) => string
}

/**
 * Returns a function that makes pages which paint from a single reply: the styles they need are inline, and
 * everything else (all styles with their fonts, drawings, the app) stays in a template until `startScript` takes
 * it out after the paint.
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
