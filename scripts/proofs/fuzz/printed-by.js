/**
 * Returns what a command prints on stdout and stderr, and the error that it ends with.
 * @param {() => Promise<unknown>} command
 */
export async function printedBy(command) {
  let printed = ''
  const streams = [process.stdout, process.stderr]
  const writes = streams.map(stream => stream.write)
  for (const stream of streams) stream.write = keep
  const log = console.log
  const error = console.error
  console.log = console.error = (/** @type {unknown[]} */ ...words) => void keep(`${words.join(' ')}\n`)
  try {
    await command()
    return { printed, error: null }
  } catch (thrown) {
    return { printed, error: /** @type {Error} */ (thrown) }
  } finally {
    for (const [index, stream] of streams.entries()) if (writes[index]) stream.write = writes[index]
    console.log = log
    console.error = error
  }

  /** @param {string | Uint8Array} text */
  function keep(text) {
    printed += String(text)
    return true
  }
}
