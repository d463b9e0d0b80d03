import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@jest/globals'
import { writeProgram } from '../helpers/fake-programs.js'
import { removeTemporaryFolders, temporaryFolder } from '../helpers/temporary-folder.js'

removeTemporaryFolders()

const script = path.join(import.meta.dirname, '../../.ci/check-audit.js')
const signed = { invalid: [], missing: [] }
const none = { auditReportVersion: 2, vulnerabilities: {} }
const via = [{ title: 'Denial of service', url: 'https://example.org/1' }, 'undici']
const noEndpoint = { message: '404 Not Found - POST http://mirror/-/npm/v1/security/advisories/bulk', statusCode: 404 }

test('packages with signatures and without vulnerabilities pass', () => {
  expect(audit({})).toEqual({
    code: 0,
    stderr: '',
    lines: [
      'signatures: each package has a valid one',
      'vulnerabilities of the package: 0, 0 of severity high or more',
      'vulnerabilities of the labs: 0, 0 of severity high or more',
      'vulnerabilities of the development: 0, 0 of severity high or more'
    ]
  })
})

test.each([
  ['package', 'high', 1],
  ['package', 'moderate', 0],
  ['labs', 'critical', 1],
  ['development', 'critical', 0]
])('a vulnerability of the %s with severity %s: exit code %d', (part, severity, code) => {
  const report = { ...none, vulnerabilities: { ws: { severity, range: '<8', via } } }
  const { lines, ...ended } = audit({ [part]: report })
  expect(ended).toEqual({ code, stderr: '' })
  expect(lines).toContain(`${severity}: ws <8 (Denial of service, https://example.org/1; by undici)`)
})

test('a missing signature fails', () => {
  const { code, lines } = audit({ signatures: { invalid: [], missing: [{ name: 'ws', version: '8.0.0' }] } })
  expect({ code, lines: lines.slice(0, 2) }).toEqual({
    code: 1,
    lines: ['no signature: ws 8.0.0', 'signatures: 1 invalid or missing']
  })
})

test('a registry without an endpoint is not called a vulnerability: what failed and what to try is printed', () => {
  const { code, stderr, lines } = audit({
    signatures: { error: { summary: 'request to https://tuf-repo-cdn.sigstore.dev failed' } },
    development: noEndpoint
  })
  expect(code).toBe(3)
  expect(stderr.split('\n')).toEqual([
    'signatures: not checked: request to https://tuf-repo-cdn.sigstore.dev failed',
    `vulnerabilities of the development: not checked: ${noEndpoint.message}`,
    expect.stringMatching(
      /^Nothing is known of .* run bash \.ci\/run audit where npm's own registry \(npm_config_registry names another one\) and sigstore's repository of keys can be reached\.$/
    ),
    ''
  ])
  expect(lines.filter(line => line.startsWith('vulnerabilities'))).toHaveLength(2)
})

test('a vulnerability counts also where another question has no answer', () => {
  const report = { ...none, vulnerabilities: { ws: { severity: 'high', range: '<8', via } } }
  expect(audit({ signatures: noEndpoint, package: report }).code).toBe(1)
})

test('without JSON the last words of npm are printed', () => {
  const { code, stderr } = audit({ labs: null })
  expect(code).toBe(3)
  expect(stderr).toMatch(/^vulnerabilities of the labs: not checked: npm is broken\n/)
})

/**
 * Plays the step with a program in place of npm.
 * @param {Partial<Record<'signatures' | 'package' | 'labs' | 'development', object | null>>} answers null: none
 */
function audit(answers) {
  const folder = temporaryFolder()
  const all = { signatures: signed, package: none, labs: none, development: none, ...answers }
  for (const [name, answer] of Object.entries(all))
    if (answer !== null) writeFileSync(path.join(folder, name), JSON.stringify(answer))
  writeProgram(
    path.join(folder, 'npm'),
    `case "$PWD $*" in
  *'audit signatures --json') name=signatures ;;
  *'audit --omit=dev --json') name=package ;;
  */src/labs' audit --json') name=labs ;;
  *) name=development ;;
esac
cat '${folder}'/$name 2>/dev/null || { echo 'npm is broken' >&2; exit 1; }`
  )
  const env = { ...process.env, PATH: `${folder}${path.delimiter}${process.env.PATH}` }
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { env, encoding: 'utf8' })
  return { code: status, stderr, lines: stdout.trimEnd().split('\n') }
}
