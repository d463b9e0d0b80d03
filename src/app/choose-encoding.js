/** @typedef {'br' | 'gzip' | 'identity'} Encoding */

/** @type {readonly Encoding[]} */
const smallestFirst = ['br', 'gzip', 'identity']

/**
 * Returns, of the encodings with the client's highest weight, the one with the smallest result. A client that refuses
 * all three, or sends no header, gets identity.
 *
 * @param {string | undefined} header Accept-Encoding, such as `gzip, br;q=0.5`
 * @returns {Encoding}
 */
export function chooseEncoding(header = '') {
  const weights = readWeights(header)
  const best = Math.max(...smallestFirst.map(weightOf))
  return smallestFirst.find(encoding => best > 0 && weightOf(encoding) === best) ?? 'identity'

  /** @param {Encoding} encoding */
  function weightOf(encoding) {
    // Identity is acceptable without being named, but only when no named encoding is.
    const unnamed = encoding === 'identity' ? Number.MIN_VALUE : 0
    return weights.get(encoding) ?? weights.get('*') ?? unnamed
  }
}

/** @param {string} header */
function readWeights(header) {
  return new Map(header.split(',').map(readWeight))
}

/** @param {string} part such as `br;q=0.5` @returns {[encoding: string, weight: number]} */
function readWeight(part) {
  const [encoding = '', ...parameters] = part.toLowerCase().split(';').map(trimmed)
  const quality = parameters.find(parameter => parameter.startsWith('q='))
  return [encoding, quality ? Number(quality.slice(2)) || 0 : 1]
}

/** @param {string} text */
function trimmed(text) {
  return text.trim()
}
