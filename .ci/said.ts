import { parseSync } from '@swc/core'

type Node = { type?: string } & Record<string, unknown>

/** Attributes and calls whose strings are read by programs alone. */
const UNREAD = new Set(['className', 'src', 'href', 'd', 'viewBox', 'name', 'autoComplete', 'type', 'key'])

/** The texts in a file that people may read: of JSX, and strings and templates of several words. */
export function textsIn(source: string, path: string): string[] {
  const tree = parseSync(source, { syntax: 'typescript', tsx: path.endsWith('x') }) as unknown as Node
  const texts: string[] = []
  visit(tree, texts)
  return texts.map((text) => text.replace(/\s+/g, ' ')).filter(isSaid)
}

/** A sentence or a part of one: it begins like one, or goes on behind a name. */
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
