import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * Checks the examples of docs/many-machines.md by the schemas of what reads them, and that the same files with a misspelled key are
 * refused. The schemas come with tools of Python, in an environment that is removed after.
 */
const TOOLS = ['check-jsonschema==0.39.0', 'kubernetes-validate==1.37.0']
const examples = path.join(import.meta.dirname, '../examples/many-machines')
const folder = mkdtempSync(path.join(tmpdir(), 'check-examples-'))
const program = (/** @type {string} */ name) => path.join(folder, 'bin', name)

/** @type {[file: string, key: string, program: string, args: string[]][]} */
const checks = [
  ['github.yml', 'matrix:', 'check-jsonschema', ['--builtin-schema', 'vendor.github-workflows']],
  ['gitlab.yml', 'parallel:', 'check-jsonschema', ['--builtin-schema', 'vendor.gitlab-ci']],
  ['kubernetes.yml', 'completionMode:', 'kubernetes-validate', ['--strict', '-k', '1.33']]
]

try {
  execFileSync('python3', ['-m', 'venv', folder], { stdio: 'inherit' })
  execFileSync(program('pip'), ['install', '--quiet', ...TOOLS], { stdio: 'inherit' })
  for (const [file, key, name, args] of checks) {
    const text = readFileSync(path.join(examples, file), 'utf8')
    const misspelled = path.join(folder, file)
    writeFileSync(misspelled, text.replace(key, `x${key}`))
    const [own, other] = [path.join(examples, file), misspelled].map(each =>
      spawnSync(program(name), [...args, each], { encoding: 'utf8' })
    )
    const isRight = own?.status === 0 && other?.status !== 0
    console.log(`${file}: ${isRight ? 'right' : `wrong\n${own?.stdout}${own?.stderr}`}`)
    if (!isRight) process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
