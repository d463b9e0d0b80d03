import { isBuiltin } from 'node:module'
import { parse } from '@babel/parser'

/**
 * @typedef {import('@babel/parser').ParserPlugin} ParserPlugin
 * @typedef {Record<string, any> & { type: string }} Node of a syntax tree as Babel makes it
 *
 * @typedef {object} PackageUse a place that brings a package in
 * @property {string} packageName as its folder in node_modules
 * @property {number} line of a call on what is imported, or else of the import
 * @property {number} column from 0
 *
 * @typedef {object} Load an import, a `require` or an `import()` of a package
 * @property {string} packageName
 * @property {Node} node
 * @property {string[]} names that it has in the file
 * @property {Node[]} calls
 * @property {boolean} isLeftOut by a compiler where no code uses its names
 */

const typeScript = /\.[cm]?tsx?$/
const withoutJsx = /\.[cm]?ts$/
/** What compilers write around a `require`: `__importDefault`, `__toESM`, `_interopRequireWildcard`, ... */
const interop = /^_(_\w+|interop\w+)$/
const wrapper = /^TS((NonNull|As|Satisfies|Instantiation)Expression|TypeAssertion)$/
/** What runs in TypeScript, besides wrappers; all other nodes whose name begins with TS are types. */
const runs = /^TS(ExportAssignment|ImportEquals|Module|ParameterProperty|Enum)/
const calls = new Set(['CallExpression', 'OptionalCallExpression', 'NewExpression'])
const members = new Set(['MemberExpression', 'OptionalMemberExpression'])

/**
 * Returns where a source file brings packages in: the calls on what it imports, and what it passes to a call, as `app.register(plugin)`
 * does; the import itself where it makes none. A name that the file declares twice has no calls, since this reads no scopes.
 * @param {string} text @param {string} file its name says whether it is TypeScript
 * @returns {{ uses: PackageUse[], files: string[] }} `files`: what it imports by a path
 * @throws {SyntaxError}
 */
export function packageUses(text, file) {
  /** @type {Load[]} */
  const loads = []
  /** @type {string[]} */
  const files = []
  /** @type {Map<string, number>} */
  const declared = new Map()
  /** @type {Set<string>} */
  const used = new Set()
  /** @type {{ target: Node, value: Node }[]} */
  const assigned = []
  /** @type {Node[]} identifiers and loads that are called, or passed to a call */
  const called = []
  visit(parse(text, optionsFor(file)).program)
  const byNode = new Map(loads.map(load => [load.node, load]))
  const byName = namedLoads()
  for (const node of called) {
    const load = byNode.get(node) ?? byName.get(node.name)
    if (load && (byNode.has(node) || declared.get(node.name) === 1)) load.calls.push(node)
  }
  return { uses: loads.filter(isKept).flatMap(usesOf), files }

  /** @param {Load} load */
  function isKept({ names, isLeftOut }) {
    return !isLeftOut || names.length === 0 || names.some(name => used.has(name))
  }

  /** Returns the load that each name stands for; of several the last one, and the name counts as declared twice. */
  function namedLoads() {
    /** @type {Map<string, Load>} */
    const named = new Map(loads.flatMap(load => load.names.map(name => [name, load])))
    for (const { target, value } of assigned) {
      const root = rootOf(value)
      const load = root ? (byNode.get(root) ?? named.get(root.name)) : undefined
      if (!load) continue
      for (const name of namesIn(target)) {
        if ((named.get(name) ?? load) !== load) declared.set(name, 2)
        named.set(name, load)
      }
    }
    return named
  }

  /** @param {Node} node */
  function visit(node) {
    if (node.type.startsWith('TS') && !runs.test(node.type) && !wrapper.test(node.type)) return
    note(node)
    for (const [key, value] of Object.entries(node)) {
      if (isName(node, key)) continue
      for (const child of Array.isArray(value) ? value : [value]) if (typeof child?.type === 'string') visit(child)
    }
  }

  /** @param {Node} node */
  function note(node) {
    const { type } = node
    if (type === 'Identifier' || type === 'JSXIdentifier') used.add(node.name)
    else if (type === 'ImportDeclaration') noteImport(node)
    else if (type === 'TSImportEqualsDeclaration') {
      declare(node.id)
      if (node.importKind !== 'type') addLoad(node, node.moduleReference.expression, [node.id.name], true)
    } else if (type === 'ExportNamedDeclaration' || type === 'ExportAllDeclaration') {
      if (node.exportKind !== 'type') addLoad(node, node.source, [])
    } else if (type === 'ImportExpression') addLoad(node, node.source, [])
    else if (calls.has(type)) noteCall(node)
    else if (type === 'TaggedTemplateExpression') noteCalled(node.tag)
    else if (type === 'JSXOpeningElement') noteCalled(node.name)
    else if (type === 'Decorator') noteCalled(node.expression)
    else if (type === 'VariableDeclarator') {
      declare(node.id)
      if (node.init) assigned.push({ target: node.id, value: node.init })
    } else if (type === 'AssignmentExpression') assigned.push({ target: node.left, value: node.right })
    else if (type === 'CatchClause') declare(node.param)
    else noteFunction(node)
  }

  /** @param {Node} node a function, a class, an enumeration or anything else */
  function noteFunction({ type, id, params, superClass }) {
    if (/^(Function|Class|TSEnum|TSModule)/.test(type)) declare(id)
    for (const param of params ?? []) declare(param)
    if (superClass) noteCalled(superClass)
  }

  /** @param {Node} node */
  function noteImport({ importKind, specifiers, source, ...node }) {
    const values = specifiers.filter((/** @type {Node} */ each) => each.importKind !== 'type')
    for (const { local } of specifiers) declare(local)
    if (importKind === 'type' || importKind === 'typeof' || (specifiers.length > 0 && values.length === 0)) return
    addLoad(
      /** @type {Node} */ (node),
      source,
      values.map((/** @type {Node} */ { local }) => local.name),
      typeScript.test(file)
    )
  }

  /** @param {Node} node */
  function noteCall(node) {
    const { callee, arguments: given } = node
    if (isRequire(node)) addLoad(node, given[0], [])
    // A promise is not what it loads.
    const isPromise = members.has(callee.type) && callee.object.type === 'ImportExpression'
    if (!isPromise) noteCalled(callee)
    if (!isInterop(node)) for (const each of given) noteCalled(each.type === 'SpreadElement' ? each.argument : each)
  }

  /** @param {Node} node */
  function noteCalled(node) {
    const root = rootOf(node)
    if (root) called.push(root)
  }

  /** @param {Node | null} target */
  function declare(target) {
    for (const name of target ? namesIn(target) : []) declared.set(name, (declared.get(name) ?? 0) + 1)
  }

  /** @type {(node: Node, source: Node | null | undefined, names: string[], isLeftOut?: boolean) => void} */
  function addLoad(node, source, names, isLeftOut = false) {
    const specifier = textOf(source)
    if (specifier === null) return
    if (/^(\.|\/|[A-Za-z]:[\\/])/.test(specifier)) files.push(specifier)
    else if (!isBuiltin(specifier) && !/^#|:/.test(specifier)) {
      const [packageName = ''] = /^(@[^/]+\/)?[^/]+/.exec(specifier) ?? []
      loads.push({ packageName, node, names, calls: [], isLeftOut })
    }
  }
}

/** @param {string} file @returns {import('@babel/parser').ParserOptions} */
function optionsFor(file) {
  /** @type {ParserPlugin[]} */
  const plugins = ['decorators-legacy', 'explicitResourceManagement']
  if (typeScript.test(file)) plugins.push('typescript')
  if (!withoutJsx.test(file)) plugins.push('jsx')
  return {
    sourceType: 'unambiguous',
    allowAwaitOutsideFunction: true,
    allowReturnOutsideFunction: true,
    createImportExpressions: true,
    attachComment: false,
    plugins
  }
}

/** @param {Load} load @returns {PackageUse[]} */
function usesOf({ packageName, node, calls }) {
  return (calls.length > 0 ? calls : [node]).map(function placeOf({ loc: { start } }) {
    return { packageName, line: start.line, column: start.column }
  })
}

/** Returns what a value is taken from: a name, a `require` or an `import()`; null of any other. @param {Node} value @returns {Node | null} */
function rootOf(value) {
  let node = value
  for (;;) {
    const { type } = node
    if (members.has(type) || type === 'JSXMemberExpression') node = node.object
    else if (wrapper.test(type)) node = node.expression
    else if (type === 'AwaitExpression') node = node.argument
    else if (type === 'SequenceExpression') node = node.expressions.at(-1)
    else if (isInterop(node)) node = node.arguments[0]
    else
      return type === 'Identifier' || type === 'JSXIdentifier' || type === 'ImportExpression' || isRequire(node)
        ? node
        : null
  }
}

/** @param {Node} node */
function isRequire({ type, callee, arguments: given }) {
  return type === 'CallExpression' && callee.name === 'require' && given.length === 1
}

/** @param {Node} node */
function isInterop({ type, callee, arguments: given }) {
  return type === 'CallExpression' && interop.test(callee.name ?? callee.property?.name ?? '') && given.length > 0
}

/** Returns whether a part of a node is the name of a property, which stands for no variable. @param {Node} node @param {string} key */
function isName({ type, computed }, key) {
  if (type === 'ImportDeclaration') return true
  if (key === 'property') return members.has(type) && !computed
  return (key === 'key' && !computed) || (key === 'exported' && type === 'ExportSpecifier')
}

/** Returns the names in a pattern, such as those in `{ a, b: [c] }`. @param {Node} target @returns {string[]} */
function namesIn(target) {
  const { type, name, left, argument, value, parameter, properties, elements } = target
  if (type === 'Identifier') return [name]
  const inside = [left, argument, value, parameter, ...(properties ?? []), ...(elements ?? [])]
  if (!/Pattern$|^RestElement$|^ObjectProperty$|^TSParameterProperty$/.test(type)) return []
  return inside.flatMap(each => (each ? namesIn(each) : []))
}

/** @param {Node | null | undefined} source @returns {string | null} null where it is no constant text */
function textOf(source) {
  if (source?.type === 'StringLiteral') return source.value
  return source?.type === 'TemplateLiteral' && source.expressions.length === 0 ? source.quasis[0].value.cooked : null
}
