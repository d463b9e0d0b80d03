import { parse } from '@babel/parser'

/**
 * @typedef {Record<string, any> & { type: string, start: number, end: number }} Node of a syntax tree as Babel makes it
 *
 * @typedef {object} Change of a text, which makes it a mutant
 * @property {string} operator what kind of change it is
 * @property {number} start
 * @property {number} end
 * @property {string} text in place of what is there
 */

const comparisons = /** @type {Record<string, string[]>} */ ({
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['===']
})
const arithmetic = /** @type {Record<string, string>} */ ({ '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' })
const assignments = /** @type {Record<string, string>} */ ({ '+=': '-=', '-=': '+=', '*=': '/=', '/=': '*=' })
const logical = /** @type {Record<string, string>} */ ({ '&&': '||', '||': '&&' })
const skipped = new Set(['ImportDeclaration', 'ExportAllDeclaration'])
const texts = new Set(['StringLiteral', 'TemplateLiteral'])

/** Returns the changes of a source, each of which makes it another program. @param {string} source @returns {Change[]} */
export function changesOf(source) {
  /** @type {Change[]} */
  const changes = []
  visit(/** @type {any} */ (parse(source, { sourceType: 'unambiguous' }).program))
  return changes

  /** @param {Node} node */
  function visit(node) {
    if (skipped.has(node.type)) return
    changes.push(...(byType[node.type]?.(node, source) ?? []))
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value]) if (typeof child?.type === 'string') visit(child)
  }
}

/** @type {Record<string, (node: Node, source: string) => Change[]>} */
const byType = {
  BinaryExpression: comparedOrCalculated,
  LogicalExpression: (node, source) => (logical[node.operator] ? [otherSign(node, source, 'logic', logical)] : []),
  AssignmentExpression: (node, source) =>
    assignments[node.operator] ? [otherSign(node, source, 'arithmetic', assignments)] : [],
  UpdateExpression({ start, end, operator, argument }, source) {
    const name = source.slice(argument.start, argument.end)
    return [{ operator: 'arithmetic', start, end, text: `${name}${operator === '++' ? '--' : '++'}` }]
  },
  UnaryExpression: ({ operator, start }) =>
    operator === '!' ? [{ operator: 'negation', start, end: start + 1, text: '' }] : [],
  BooleanLiteral: ({ start, end, value }) => [{ operator: 'negation', start, end, text: String(!value) }],
  NumericLiteral: ({ start, end, value }) => [{ operator: 'constant', start, end, text: String(value + 1) }],
  IfStatement: ({ test }, source) => [
    { operator: 'no branch', start: test.start, end: test.end, text: 'false' },
    { operator: 'negation', start: test.start, end: test.end, text: `!(${source.slice(test.start, test.end)})` }
  ],
  ConditionalExpression: ({ test: { start, end } }) => [
    { operator: 'no branch', start, end, text: 'true' },
    { operator: 'no branch', start, end, text: 'false' }
  ],
  ExpressionStatement: withoutCall,
  FunctionDeclaration: returnsEarly,
  FunctionExpression: returnsEarly,
  ArrowFunctionExpression: returnsEarly,
  ObjectMethod: returnsEarly,
  ClassMethod: returnsEarly
}

/** @param {Node} node @param {string} source @returns {Change[]} */
function comparedOrCalculated(node, source) {
  const { operator, left, right } = node
  const signs = comparisons[operator]
  if (signs) return signs.map(sign => otherSign(node, source, 'comparison', { [operator]: sign }))
  const isText = operator === '+' && [left, right, left.right].some(each => texts.has(each?.type))
  return arithmetic[operator] && !isText ? [otherSign(node, source, 'arithmetic', arithmetic)] : []
}

/** @type {(node: Node, source: string, operator: string, signs: Record<string, string>) => Change} */
function otherSign({ left, operator: sign }, source, operator, signs) {
  const start = source.indexOf(sign, left.end)
  return { operator, start, end: start + sign.length, text: signs[sign] ?? sign }
}

/** @param {Node} node @returns {Change[]} */
function withoutCall({ start, end, expression }) {
  const called = expression.type === 'AwaitExpression' ? expression.argument : expression
  const isCall = called.type === 'CallExpression' && called.callee.type !== 'Super'
  return isCall ? [{ operator: 'no call', start, end, text: ';' }] : []
}

/** @param {Node} node @returns {Change[]} */
function returnsEarly({ body, kind }) {
  if (body.type !== 'BlockStatement' || body.body.length === 0 || kind === 'constructor') return []
  return [{ operator: 'early return', start: body.start + 1, end: body.start + 1, text: ' return;' }]
}
