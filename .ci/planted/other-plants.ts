import type { Plant } from './tree.ts'

const functionOf = (lines: number, name: string) => {
  const body = Array.from({ length: lines - 2 }, () => "  list.push('line')\n").join('')
  return `export function ${name}(list: string[]) {\n${body}}\n`
}

const sizes: Plant[] = [
  {
    tool: 'sizes',
    what: 'a function of 70 lines',
    files: { 'server/question/long.ts': functionOf(70, 'fillList') },
    says: /^server\/question\/long\.ts:1 fillList has 70 lines \(60\)/m,
  },
  {
    tool: 'sizes',
    what: 'a component of 95 lines',
    files: { 'client/question/tall.tsx': functionOf(95, 'Tall') },
    says: /^client\/question\/tall\.tsx:1 Tall has 95 lines \(90\)/m,
  },
  {
    tool: 'sizes',
    what: 'a file of 260 lines',
    files: { 'server/question/file.ts': `export {}\n${'// line\n'.repeat(260)}` },
    says: /^server\/question\/file\.ts has 261 lines \(250\)/m,
  },
  {
    tool: 'sizes',
    what: 'a file called helpers',
    files: { 'server/question/ask-helpers.ts': 'export {}\n' },
    says: /^server\/question\/ask-helpers\.ts says nothing/m,
  },
  {
    tool: 'sizes',
    what: 'a fourth folder level',
    files: { 'client/a/b/c/d/deep.ts': 'export {}\n' },
    says: /^client\/a\/b\/c\/d\/deep\.ts lies 4 folders deep/m,
  },
  {
    tool: 'sizes',
    what: 'a folder of 31 files',
    files: Object.fromEntries(
      Array.from({ length: 31 }, (_, index) => [`client/many/part-${index}.ts`, 'export {}\n']),
    ),
    says: /^client\/many\/ holds 31 files \(30\)/m,
  },
]

const types: Plant[] = [
  {
    tool: 'types',
    what: 'a wrong type',
    files: { 'server/question/wrong.ts': `export const wrong: number = 'text'\n` },
    says: /^server\/question\/wrong\.ts\(1,14\): error TS2322/m,
  },
  {
    tool: 'types',
    what: 'the DOM in sync',
    files: { 'sync/media/dom.ts': 'export const title = document.title\n' },
    says: /^sync\/media\/dom\.ts\(1,22\): error TS/m,
  },
  {
    tool: 'types',
    what: 'Node in client',
    files: { 'client/question/node.ts': 'export const id = process.pid\n' },
    says: /^client\/question\/node\.ts\(1,19\): error TS/m,
  },
  {
    tool: 'types',
    what: 'the page in the service worker',
    files: { 'client/service-worker/service-worker.ts': 'export const title = document.title\n' },
    says: /^client\/service-worker\/service-worker\.ts\(1,22\): error TS/m,
  },
  {
    tool: 'types',
    what: 'an enum, which Node cannot run',
    files: { 'server/question/enum.ts': 'export enum Side {\n  Left,\n}\n' },
    says: /^server\/question\/enum\.ts\(1,13\): error TS1294/m,
  },
  {
    tool: 'types',
    what: 'an element that may not be there',
    files: { 'server/question/first.ts': 'export const first = (list: string[]): string => list[0]\n' },
    says: /^server\/question\/first\.ts\(1,50\): error TS2322/m,
  },
]

const others: Plant[] = [
  {
    tool: 'comments',
    what: 'a TODO',
    files: { 'server/question/later.ts': '// TODO: later\nexport {}\n' },
    says: /^server\/question\/later\.ts:1 do it now/m,
  },
  {
    tool: 'comments',
    what: 'a suppression without a reason',
    files: { 'server/question/hush.ts': '// @ts-expect-error\nexport const hush: string = 1\n' },
    says: /^server\/question\/hush\.ts:1 a suppression needs its reason/m,
  },
  {
    tool: 'deadCode',
    what: 'an unused file',
    files: { 'client/question/unused-file.ts': 'export const one = 1\n' },
    says: /^client\/question\/unused-file\.ts/m,
  },
  {
    tool: 'deadCode',
    what: 'an unused export',
    files: { 'sync/media/video.ts': 'export const maxSeconds = 40\nexport const minSeconds = 1\n' },
    says: /^minSeconds .*sync\/media\/video\.ts/m,
  },
]

export const otherPlants: Plant[] = [...sizes, ...types, ...others]
