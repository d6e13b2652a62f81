import { describe, expect, test } from 'vitest'
import { readPageStyles } from './page-styles.ts'

const page = '<main class="card md:[&amp;&gt;p]:mt-2"><p class="w-1/2 group/row"></p></main>'
const keptOf = (css: string, html = page) => readPageStyles(css)(html)

describe('the styles of a first paint', () => {
  test.each([
    ['an element', 'main{color:red}'],
    ['a class that is there', '.card{color:red}'],
    ['an escaped one', '.w-1\\/2{width:50%}'],
    ['an escaped one with signs', '.md\\:\\[\\&\\>p\\]\\:mt-2>p{margin:0}'],
    ['one of a list', '.gone,.card:first-child{color:red}'],
    ['one inside brackets', ':where(.card>:not(:last-child)){color:red}'],
    ['one of several inside brackets', 'p:is(.gone,.card){color:red}'],
    ['what may come to be', '.card:not(.gone):has(.later){color:red}'],
    ['what is not there inside brackets', ':is(:not(.gone)){color:red}'],
    ['what rests until a hand comes', '.card:not(:hover){color:red}'],
    ['an attribute, a part of an element', 'main[hidden]::before{color:red}'],
    ['a part of any element', '::backdrop{color:red}'],
    ['a font of the device', '@font-face{font-family:F;src:local(Arial)}'],
    ['the order of layers', '@layer theme, base;'],
    ['what moves', '@keyframes turn{to{rotate:1turn}}'],
    ['a bracket and a brace in words', '.card:before{content:"}{\\"("}'],
  ])('%s is kept', (_what, css) => expect(keptOf(css)).toBe(css))

  test.each([
    ['a class that is not there', '.gone{color:red}'],
    ['one beside another that is', '.card.gone{color:red}'],
    ['one inside brackets', '.card:is(.gone *){color:red}'],
    ['an element that is not there', 'table,dialog{color:red}'],
    [
      'what answers a hand',
      '.card:hover,.card:focus-visible:before,:is(:where(.group\\/row):hover .card){color:red}',
    ],
    ['what only looks alike', '.car{color:red}.w-1{width:1px}'],
    ['a group of nothing', '@media (width>=48rem){.gone{color:red}}'],
    ['a font that would be fetched', '@font-face{font-family:F;src:url(/f.woff2)}'],
    ['a note', '/* .card{} */'],
  ])('%s is left out', (_what, css) => expect(keptOf(css)).toBe(''))

  test('groups keep what is on the page, in their order', () => {
    const css = '@layer base{p{margin:0}}@media print{.gone{color:red}@supports (a:b){.card{color:red}}}'
    expect(keptOf(css)).toBe('@layer base{p{margin:0}}@media print{@supports (a:b){.card{color:red}}}')
  })

  test('a layer keeps its place when nothing of it is left', () => {
    const css = '@layer properties{*{--a:0}}@layer base{.gone{color:red}}@layer utilities{.card{color:red}}'
    expect(keptOf(css)).toBe('@layer properties;@layer base;@layer utilities{.card{color:red}}')
  })

  test('variables are declared where a rule that is kept uses them', () => {
    const css =
      '.card{margin:var(--a)}.gone{margin:var(--b)}' +
      '@property --a{syntax:"*";inherits:false}@property --b{syntax:"*";inherits:false}'
    expect(keptOf(css)).toBe('.card{margin:var(--a)}@property --a{syntax:"*";inherits:false}')
  })

  test('of every size and colour there is, those are kept that are read', () => {
    const css = ':root,:host{--size:1px;--other:2px}:root,[data-theme]{--page:red;--veil:blue}'
    expect(keptOf(`${css}main{width:var(--size);color:var(--page)}`)).toBe(
      ':root,:host{--size:1px;}:root,[data-theme]{--page:red;}main{width:var(--size);color:var(--page)}',
    )
  })
})
