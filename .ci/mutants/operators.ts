import { parseSync } from 'vite'
import { type Change, type Mutant, toMutants } from './mutant.ts'
import { changesOfSql } from './sql.ts'

/** A node of the syntax tree; its fields depend on its type. */
type Node = { type: string; start: number; end: number; [field: string]: unknown }
type Place = { node: Node; source: string }

const SWAPPED: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
}
const KINDS: Record<string, string> = { '<': 'boundary', '>': 'boundary', '=': 'equality', '!': 'equality' }

/**
 * Type syntax that contains an expression; all other type syntax is skipped, because it does not exist at run time.
 */
const WRAPPERS = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])
/** Calls for people who read the log, or for the schedules of faults, which no test has to notice. */
const ASIDE = /(^|\.)(log|logger|console)\??\.(debug|info|warn|error)$|(^|\.)fault$/

/** Returns every mutant of a TypeScript file, in source order. Throws when the file cannot be parsed. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const changes: Change[] = []
  visit(program as unknown as Node, source, changes)
  changes.sort((a, b) => a.start - b.start || a.end - b.end)
  return toMutants(file, source, changes)
}

function visit(node: Node, source: string, changes: Change[]): void {
  if (isAside(node, source)) return
  const change = CHANGES[node.type]
  if (change) changes.push(...change({ node, source }))
  for (const [field, value] of Object.entries(node)) {
    if (isNoCode(node, field)) continue
    for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) visit(each, source, changes)
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

function isAside(node: Node, source: string): boolean {
  if (node.type.startsWith('TS')) return !WRAPPERS.has(node.type)
  if (node.type.startsWith('Import') || node.type.startsWith('ExportAll')) return true
  // Skip errors, because their messages are for people.
  if (node.type === 'ThrowStatement') return true
  return node.type === 'CallExpression' && ASIDE.test(text(node.callee as Node, source))
}

/** Returns whether a field holds no code that runs: a property's name, a module's path, or a type. */
const isNoCode = ({ type, computed }: Node, field: string): boolean =>
  (field === 'key' && computed !== true) ||
  (type === 'ExportNamedDeclaration' && field === 'source') ||
  (WRAPPERS.has(type) && field !== 'expression')

const text = ({ start, end }: Node, source: string) => source.slice(start, end)

const CHANGES: Record<string, (place: Place) => Change[]> = {
  IfStatement: ({ node, source }) => negated(node.test as Node, source),
  WhileStatement: ({ node, source }) => negated(node.test as Node, source),
  ConditionalExpression: ({ node, source }) => negated(node.test as Node, source),
  UnaryExpression: ({ node }) =>
    node.operator === '!' ? [{ kind: 'not', start: node.start, end: node.start + 1, replace: '' }] : [],
  BinaryExpression: swapped,
  LogicalExpression: swapped,
  Literal: changedLiteral,
  ExpressionStatement: withoutStatement,
  ReturnStatement: ({ node }) => {
    const value = node.argument as Node | null
    if (!value || value.type === 'Literal' || (value.type === 'Identifier' && value.name === 'undefined'))
      return []
    return [{ kind: 'return', start: value.start, end: value.end, replace: 'undefined' }]
  },
  ObjectExpression: withoutProperties,
  TaggedTemplateExpression: ({ node, source }) => {
    const quasi = node.quasi as Node
    const expressions = quasi.expressions as Node[]
    return changesOfSql(
      text(quasi, source),
      expressions.map(({ start, end }) => ({ start: start - quasi.start, end: end - quasi.start })),
    ).map((change) => ({ ...change, start: change.start + quasi.start, end: change.end + quasi.start }))
  },
}

const negated = ({ start, end }: Node, source: string): Change[] => [
  { kind: 'condition', start, end, replace: `!(${source.slice(start, end)})` },
]

function swapped({ node, source }: Place): Change[] {
  const operator = node.operator as string
  const left = node.left as Node
  const right = node.right as Node
  const start = left.end + source.slice(left.end, right.start).indexOf(operator)
  if (operator === '??') return [withoutFallback({ node, source }, start)]
  const replace = SWAPPED[operator]
  // A plus next to text joins strings.
  const isText = [left, right].some(
    ({ type, value }) => type === 'TemplateLiteral' || typeof value === 'string',
  )
  if (!replace || (operator === '+' && isText)) return []
  const kind = KINDS[operator[0] ?? ''] ?? (node.type === 'LogicalExpression' ? 'logic' : 'arithmetic')
  return [{ kind, start, end: start + operator.length, replace }]
}

/**
 * Takes the second value where the first one exists. Adds parentheses, because `&&` and `??` may not be mixed
 * without them.
 */
function withoutFallback({ node: { start, end }, source }: Place, at: number): Change {
  const replace = `((${source.slice(start, at)}) && (${source.slice(at + 2, end)}))`
  return { kind: 'fallback', start, end, replace }
}

/**
 * Changes a literal. Skips strings with spaces, because they are texts for people, and only a test that repeats
 * them could notice.
 */
function changedLiteral({ node: { value, start, end } }: Place): Change[] {
  if (typeof value === 'boolean') return [{ kind: 'boolean', start, end, replace: String(!value) }]
  if (typeof value === 'number') return [{ kind: 'number', start, end, replace: String(value + 1) }]
  if (typeof value !== 'string' || value === '' || /\s/.test(value)) return []
  return [{ kind: 'string', start, end, replace: "'another'" }]
}

/** Removes a call, or the `await` before it. */
function withoutStatement({ node, source }: Place): Change[] {
  const expression = node.expression as Node
  const isAwait = expression.type === 'AwaitExpression'
  const called = isAwait ? (expression.argument as Node) : expression
  if (called.type !== 'CallExpression' && called.type !== 'TaggedTemplateExpression') return []
  if (isAside(called, source)) return []
  const { start, end } = node
  const removed: Change = { kind: 'call', start, end, replace: ';' }
  if (!isAwait) return [removed]
  return [removed, { kind: 'await', start, end: called.start, replace: 'void ' }]
}

function withoutProperties({ node, source }: Place): Change[] {
  const properties = node.properties as Node[]
  return properties.flatMap((property, n): Change[] => {
    if (property.type !== 'Property') return []
    const next = properties[n + 1]
    const previous = properties[n - 1]
    // A single property takes the comma after it along.
    const comma = next || previous ? '' : (/^\s*,/.exec(source.slice(property.end))?.[0] ?? '')
    const start = next || !previous ? property.start : previous.end
    const end = next ? next.start : property.end + comma.length
    // Skip a property with a comment beside it.
    if (/\/[/*]/.test(source.slice(start, end))) return []
    return [{ kind: 'property', start, end, replace: '' }]
  })
}
