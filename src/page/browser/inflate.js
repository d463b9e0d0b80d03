/** Reads what `packText` writes. @param {string} packed base64 of a deflated text @returns {Promise<Response>} the text */
export async function inflate(packed) {
  const deflated = Uint8Array.from(atob(packed), character => character.charCodeAt(0))
  return new Response(new Blob([deflated]).stream().pipeThrough(new DecompressionStream('deflate-raw')))
}
