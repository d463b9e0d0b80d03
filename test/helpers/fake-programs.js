import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Writes a shell script that can be started as a program.
 * @param {string} file its folder is made
 * @param {string} text
 */
export function writeProgram(file, text) {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, `#!/bin/sh\n${text}\n`)
  chmodSync(file, 0o755)
}

/**
 * Calls an exported function in a process with an environment of its own, as jest's variables reach neither `os` nor programs.
 * @param {{ file: string, name: string, args: unknown[], env: NodeJS.ProcessEnv }} call `args` are plain data; an abort signal
 *   follows them
 * @returns {any} what it returned, as plain data
 */
export function callInProcess({ file, name, args, env }) {
  const script = `
const { ${name} } = await import(${JSON.stringify(pathToFileURL(path.resolve(file)).href)})
const value = await ${name}(...${JSON.stringify(args)}, new AbortController().signal)
console.log(JSON.stringify(value))`
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--eval', script], { env, encoding: 'utf8' })
  )
}
