import { parseSync } from '@swc/core'

type Node = { type?: string } & Record<string, unknown>

/** Attributes and calls whose strings only programs read. */
const UNREAD = new Set(['className', 'src', 'href', 'd', 'viewBox', 'name', 'autoComplete', 'type', 'key'])

/** Returns the texts in a file that people may read: JSX texts, and strings and templates of several words. */
export function textsIn(source: string, path: string): string[] {
  const tree = parseSync(source, { syntax: 'typescript', tsx: path.endsWith('x') }) as unknown as Node
  const texts: string[] = []
  visit(tree, texts)
  return texts.map((text) => text.replace(/\s+/g, ' ')).filter(isSaid)
}

/** Returns whether a text is a sentence or a part of one: at least three words, and nothing that looks like code. */
function isSaid(text: string): boolean {
  return text.trim().split(' ').length >= 3 && !/[{}<>=_$\\]|\bselect\b|--|\/\//.test(text)
}

function visit(node: unknown, texts: string[]): void {
  if (Array.isArray(node)) {
    for (const each of node) visit(each, texts)
    return
  }
  if (typeof node !== 'object' || node === null) return
  const { type } = node as Node
  if (type === 'ImportDeclaration' || type === 'TaggedTemplateExpression' || type === 'TsLiteralType') return
  if (type === 'JSXAttribute' && UNREAD.has(String((node as { name: { value?: string } }).name.value))) return
  if (type === 'StringLiteral' || type === 'JSXText') texts.push(String((node as { value: string }).value))
  if (type === 'TemplateElement') texts.push(String((node as { cooked?: string }).cooked ?? ''))
  for (const child of Object.values(node)) visit(child, texts)
}
