import { installLabPackages } from '../src/measure/project/lab-packages.js'
import { untilInterrupted } from './until-interrupted.js'

/** Installs the packages of the labs where they are missing: `node scripts/install-lab-packages.js`. */
await untilInterrupted(signal => installLabPackages({ signal, notify: printProgress }))

/** @param {import('../src/measure/project/lab-packages.js').LabPackagesProgress} progress */
function printProgress({ installed, packages, MB }) {
  console.log(
    installed === 0
      ? `Installing ${packages} packages of the labs, about ${MB} MB.`
      : `${installed} of ${packages} packages are installed.`
  )
}
