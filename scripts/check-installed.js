import { WorkshopError } from '../src/errors/errors.js'
import { installCommand, missingPackages } from '../src/system/missing-package.js'

/**
 * Ends the process with a message if `npm ci` was not run. It is imported before anything that imports a package: with
 * `node --import`, or as a command of its own before another one.
 */
const [missing] = missingPackages()
if (missing !== undefined) {
  const { message, exitCode } = new WorkshopError('ERR_NOT_INSTALLED', {
    packages: missing,
    command: installCommand([missing])
  })
  console.error(message)
  process.exit(exitCode)
}
