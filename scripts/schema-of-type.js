import { SymbolFlags } from 'typescript/unstable/sync'

/** @import { Checker, Symbol as TypeSymbol, TupleType, Type, TypeReference, UnionType } from 'typescript/unstable/sync' */

/** @typedef {Record<string, unknown>} Schema */

/** The intrinsic types that JSON has; the types of data that is not checked allow all. @type {Record<string, Schema>} */
const intrinsics = {
  string: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  null: { type: 'null' },
  unknown: {}
}

/**
 * Returns the JSON Schema (draft 07) of values that have any of some types, with a definition for each interface and each alias without parameters. More
 * properties than those of the type are allowed.
 * @param {Type[]} types each with a name
 * @param {Checker} checker
 * @returns {Schema}
 * @throws {TypeError} for a type that JSON does not have
 */
export function schemaOfTypes(types, checker) {
  /** @type {Map<string, { id: number, schema: Schema }>} */
  const definitions = new Map()
  const anyOf = types.map(schemaOf)
  const sorted = [...definitions].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, { schema }]) => [name, schema])
  return { anyOf, definitions: Object.fromEntries(sorted) }

  /** @param {Type} type @returns {Schema} */
  function schemaOf(type) {
    const name = nameOf(type)
    if (name === undefined) return structureOf(type)
    const known = definitions.get(name)
    if (known && known.id !== type.id) throw new TypeError(`two types have the name ${name}`)
    if (!known) {
      const schema = {}
      definitions.set(name, { id: type.id, schema })
      Object.assign(schema, structureOf(type))
    }
    return { $ref: `#/definitions/${name}` }
  }

  /** @param {Type} type @returns {Schema} */
  function structureOf(type) {
    if (type.isIntrinsicType() && type.intrinsicName in intrinsics) return { ...intrinsics[type.intrinsicName] }
    if (type.isLiteralType()) return { const: type.value }
    if (type.isUnionType()) return unionOf(type)
    if (checker.isTupleType(type)) return tupleOf(/** @type {TypeReference} */ (type))
    if (checker.isArrayType(type)) {
      const [item] = checker.getTypeArguments(/** @type {TypeReference} */ (type))
      return { type: 'array', items: schemaOf(/** @type {Type} */ (item)) }
    }
    if (type.isObjectType() || type.isIntersectionType()) return objectOf(type)
    throw new TypeError(`${checker.typeToString(type)} has no JSON Schema`)
  }

  /** @param {UnionType} type @returns {Schema} */
  function unionOf(type) {
    const types = type.getTypes()
    const present = checker.getNonNullableType(type)
    const isNullable = types.some(each => isIntrinsic(each, 'null'))
    if (present && present.id !== type.id) {
      const schema = schemaOf(present)
      return isNullable ? { anyOf: [schema, intrinsics.null] } : schema
    }
    const values = types.flatMap(each => (each.isLiteralType() ? [each.value] : []))
    const isBoolean = values.includes(true) && values.includes(false)
    const names = values.filter(value => typeof value !== 'boolean' || !isBoolean).sort()
    const others = types.filter(each => !each.isLiteralType()).map(schemaOf)
    const forms = [
      ...(isBoolean ? [intrinsics.boolean] : []),
      ...(names.length > 0 ? [{ enum: names }] : []),
      // The compiler has them in the order in which it met them.
      ...others.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
    ]
    return forms.length === 1 ? { ...forms[0] } : { anyOf: forms }
  }

  /** @param {TypeReference} type @returns {Schema} */
  function tupleOf(type) {
    const { fixedLength, elementFlags } = /** @type {TupleType} */ (type.getTarget())
    const items = checker.getTypeArguments(type).map(schemaOf)
    // The compiler gives no flags for a tuple without elements.
    if (items.length === 0) return { type: 'array', maxItems: 0 }
    const rest = items.length > fixedLength ? items[fixedLength] : false
    const minItems = elementFlags.filter(flag => flag === 1).length
    return { type: 'array', items: items.slice(0, fixedLength), minItems, additionalItems: rest }
  }

  /** @param {Type} type @returns {Schema} */
  function objectOf(type) {
    const symbols = checker.getPropertiesOfType(type)
    const [index] = checker.getIndexInfosOfType(type)
    const required = symbols.filter(symbol => !isOptional(symbol)).map(({ name }) => name)
    return {
      type: 'object',
      ...(symbols.length > 0 && {
        properties: Object.fromEntries(symbols.map(symbol => [symbol.name, propertyOf(symbol)]))
      }),
      ...(required.length > 0 && { required }),
      ...(index && { additionalProperties: schemaOf(index.valueType) })
    }
  }

  /** @param {TypeSymbol} symbol @returns {Schema} */
  function propertyOf(symbol) {
    const type = checker.getTypeOfSymbol(symbol)
    if (!type) throw new TypeError(`${symbol.name} has no type`)
    const description = symbol.getDocumentationComment(checker).replace(/\s+/g, ' ').trim()
    return { ...(description !== '' && { description }), ...schemaOf(type) }
  }
}

/** @param {Type} type the name of an interface, or of an alias without parameters */
function nameOf(type) {
  const alias = type.getAliasSymbol()
  if (alias) return type.getAliasTypeArguments().length === 0 ? alias.name : undefined
  return type.isClassOrInterface() ? type.getSymbol()?.name : undefined
}

/** @param {TypeSymbol} symbol */
function isOptional({ flags }) {
  return (flags & SymbolFlags.Optional) !== 0
}

/** @param {Type} type @param {string} name */
function isIntrinsic(type, name) {
  return type.isIntrinsicType() && type.intrinsicName === name
}
