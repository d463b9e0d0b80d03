import { builtIn } from '../../experiments/index.js'
import { labs } from '../../labs/index.js'

/** @import { Experiment } from '../../experiments/types.js' */

const ofLabs = [...labs.values()].flatMap(({ profiled }) => (profiled ? [profiled.experiment] : []))

/** What the command `run` measures, by name. @type {Map<string, Experiment>} */
export const experiments = new Map([...builtIn, ...ofLabs].map(experiment => [experiment.name, experiment]))
