import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** @typedef {{ key: string, cert: string }} Certificate both as PEM */

/** That of the lab. */
const USUAL_FOLDER = path.resolve(
  import.meta.dirname,
  '../../../../node_modules/.cache/profiling-workshop/gateway-certificate'
)
const DAY_MS = 24 * 60 * 60 * 1000
const VALID_MS = 30 * DAY_MS
/** Made again when less time than this is left. */
const LEAST_LEFT_MS = DAY_MS

/** The file in the folder that a client trusts. */
export const CERTIFICATE_FILE = 'certificate.pem'
const KEY_FILE = 'key.pem'

/**
 * Returns the certificate of the upstream, for 127.0.0.1 and localhost, signed by itself. It is kept in a folder, and made
 * again when it is missing, damaged, or about to expire.
 * @param {string} folder @param {number} nowMs @returns {Promise<Certificate>}
 */
export async function certificateIn(folder = USUAL_FOLDER, nowMs = Date.now()) {
  const kept = await readUsable(folder, nowMs)
  if (kept) return kept
  const made = await make(nowMs)
  await keep(folder, made, nowMs)
  // Another process may have made one at the same time.
  return (await readUsable(folder, nowMs)) ?? made
}

/** @param {string} folder @param {number} nowMs @returns {Promise<Certificate | null>} null where there is none that can be used */
async function readUsable(folder, nowMs) {
  try {
    const key = await readFile(path.join(folder, KEY_FILE), 'utf8')
    const cert = await readFile(path.join(folder, CERTIFICATE_FILE), 'utf8')
    const parsed = new X509Certificate(cert)
    const isValid = Date.parse(parsed.validFrom) <= nowMs && nowMs + LEAST_LEFT_MS < Date.parse(parsed.validTo)
    return isValid && parsed.checkPrivateKey(createPrivateKey(key)) ? { key, cert } : null
  } catch {
    return null
  }
}

/** @param {number} nowMs @returns {Promise<Certificate>} */
async function make(nowMs) {
  // Only where TLS is on: the package is one of the labs.
  const { generate } = (await import('selfsigned')).default
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(nowMs - 60_000),
    notAfterDate: new Date(nowMs + VALID_MS),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
          { type: 7, ip: '::1' }
        ]
      }
    ]
  })
  return { key, cert }
}

/**
 * Writes key and certificate into a folder of their own first: a folder that is there has a pair. One that another process has put
 * there stays, because that process serves it.
 * @param {string} folder @param {Certificate} pair @param {number} nowMs
 */
async function keep(folder, { key, cert }, nowMs) {
  await mkdir(path.dirname(folder), { recursive: true })
  const temporary = await mkdtemp(`${folder}-`)
  try {
    await writeFile(path.join(temporary, KEY_FILE), key, { mode: 0o600 })
    await writeFile(path.join(temporary, CERTIFICATE_FILE), cert)
    if ((await renamed(temporary, folder)) || (await readUsable(folder, nowMs))) return
    await rm(folder, { recursive: true, force: true })
    await renamed(temporary, folder)
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

/** Renames a folder, and returns whether it could: not where there is one with files. @param {string} from @param {string} to */
async function renamed(from, to) {
  try {
    await rename(from, to)
    return true
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? '')) return false
    throw error
  }
}
