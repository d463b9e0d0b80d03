/**
 * Returns whether a name can be that of a file, and leads to no other folder.
 * @param {string} name
 */
export function isFileName(name) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the character that ends a path
  return name !== '' && name.length <= 200 && !/[/\\\u0000-\u001f]/.test(name) && !/^\.+$/.test(name)
}
