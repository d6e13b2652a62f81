/**
 * The style of a mail beyond its inline styles: for phones, and for dark mode with the app's colours. Mail programs
 * that ignore it show the light version.
 */
export const LETTER_STYLE = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  'body{-webkit-text-size-adjust:100%;text-size-adjust:100%}',
  '@media (max-width:480px){.around{padding:0!important}.sheet{border-width:0!important;border-radius:0!important}',
  '.inside{padding-left:20px!important;padding-right:20px!important}.wide{width:100%!important}}',
  '@media (prefers-color-scheme:dark){.page{background:#0c1612!important}',
  '.sheet{background:#13201a!important;border-color:#27382f!important}.wash{background:#0c1612!important}',
  '.ink{color:#f4f0e4!important}.quiet{color:#a5b1a9!important}.rule{border-color:#27382f!important}}',
  '[data-ogsc] .ink{color:#f4f0e4!important}[data-ogsc] .quiet{color:#a5b1a9!important}',
].join('')
