import { Lexer, Parser } from 'yaml'

/** A person writes less. */
const MOST_LEVELS = 200

/**
 * Returns whether a text of YAML or JSON is nested too deeply for readers that call themselves once per level: where the stack is used
 * up while V8 compiles a regular expression, the whole process ends.
 * @param {string} text
 */
export function isNestedTooDeeply(text) {
  const parser = new Parser()
  for (const lexeme of new Lexer().lex(text)) {
    for (const _ of parser.next(lexeme));
    if (parser.stack.length > MOST_LEVELS) return true
  }
  return false
}
