import { faultsOfChanges } from './changed-faults.js'
import { faultsOfFolders } from './folder-faults.js'
import { faultsOfGates } from './gate-faults.js'
import { faultsOfMachines } from './machine-faults.js'
import { faultsOfProfilers } from './profiler-faults.js'
import { faultsOfServers } from './server-faults.js'
import { faultsOfUsers } from './user-faults.js'
import { faultsOfTheWorkshop } from './workshop-faults.js'

/** The fault matrix: each fault at each stage where it makes a difference. */
export const faultRows = [
  ...faultsOfServers,
  ...faultsOfTheWorkshop,
  ...faultsOfProfilers,
  ...faultsOfFolders,
  ...faultsOfGates,
  ...faultsOfMachines,
  ...faultsOfUsers,
  ...faultsOfChanges
]
