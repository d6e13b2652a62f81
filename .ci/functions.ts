import { parseSync } from '@swc/core'

export type FoundFunction = {
  name: string
  line: number
  lines: number
  /** Whether it is the callback of a `describe`, which is a chapter of tests and need not be short. */
  isChapter: boolean
}

type Node = { type?: string; span?: { start: number; end: number } } & Record<string, unknown>
type Place = { name: string; isChapter: boolean }

const functionTypes = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassMethod',
  'PrivateMethod',
  'Constructor',
  'MethodProperty',
])

/** Returns every function of a TypeScript source, with its first line and its number of lines. */
export function findFunctions(source: string, isTsx: boolean): FoundFunction[] {
  const lineAt = lineFinder(source)
  const found: FoundFunction[] = []
  const visit = (value: unknown, place: Place): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, place)
    if (!isNode(value)) return
    const here = { ...place, name: nameOf(value) ?? place.name }
    if (functionTypes.has(value.type ?? '') && value.span) {
      const line = lineAt(value.span.start)
      found.push({ ...here, line, lines: lineAt(value.span.end - 1) - line + 1 })
    }
    for (const [key, child] of Object.entries(value)) visit(child, placeInside(value, key, here))
  }
  visit(parseSync(source, { syntax: 'typescript', tsx: isTsx }).body, { name: '', isChapter: false })
  return found
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a function from swc's positions to line numbers; swc counts bytes from 1. */
function lineFinder(source: string): (position: number) => number {
  const bytes = Buffer.from(source)
  const starts = [0]
  bytes.forEach((byte, index) => {
    if (byte === 0x0a) starts.push(index + 1)
  })
  return (position) => starts.findLastIndex((start) => start <= position - 1) + 1
}

function nameOf(node: Node): string | undefined {
  const named = node.identifier ?? node.id ?? node.key
  return isNode(named) && typeof named.value === 'string' ? named.value : undefined
}

/**
 * Returns the name and chapter for a node's children. A body starts without a name; `const Card = memo(() => …)`
 * passes its name to the function inside the call.
 */
function placeInside(node: Node, key: string, here: Place): Place {
  const isChapter = node.type === 'CallExpression' && key === 'arguments' && isDescribe(node.callee)
  const isBody = key === 'body' || key === 'stmts'
  return { name: isBody ? '' : here.name, isChapter: isChapter || (here.isChapter && !isBody) }
}

function isDescribe(callee: unknown): boolean {
  if (!isNode(callee)) return false
  return (
    callee.value === 'describe' ||
    isDescribe(callee.property) ||
    isDescribe(callee.callee) ||
    isDescribe(callee.object)
  )
}
