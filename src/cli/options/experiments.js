import { builtIn } from '../../experiments/info.js'
import { labs } from '../../labs/index.js'

/** @import { Experiment } from '../../experiments/types.js' */

const ofLabs = [...labs.values()].flatMap(({ profiled }) => (profiled ? [profiled] : []))
/** @type {{ experiment: Experiment, about: string, brief?: string }[]} */
const rows = [...builtIn, ...ofLabs]

/** What the command `run` measures, by name. */
export const experiments = new Map(rows.map(({ experiment }) => [experiment.name, experiment]))

/** The names of all experiments, as part of a line. */
export const experimentNames = rows.map(({ experiment: { name }, brief }) => withNote(name, brief)).join(', ')

/** The same with what each compares. */
export const experimentsInHelp = rows.map(({ experiment: { name }, about }) => withNote(name, about)).join(', ')

/** @param {string} name @param {string} [note] */
function withNote(name, note) {
  return note === undefined ? name : `${name} (${note})`
}
