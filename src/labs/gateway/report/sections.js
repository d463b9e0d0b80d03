import { formatCount, formatFigure, formatPercent } from '../../../report/words/format.js'
import { formatMs } from '../../skeleton/figures.js'
import { conclusionSection, outcomesInWords } from '../../skeleton/paper.js'
import { unfinishedInWords } from '../../skeleton/report.js'
import { AT_ONCE, conclusions } from '../paper.js'
import {
  highestSections,
  littleSections,
  overloadSections,
  shortOverloadSections,
  shortStepSections,
  shortUsersSections,
  stageSections,
  stepInWords,
  usersSections
} from './stages.js'
import { firstSections, goalSections, overheadSections, shortGoalSections } from './tables.js'
import { checksInWords, contractsInWords, followedInWords } from './words.js'

/** @import { GatewayAnalysis, GatewayLabAnalysis } from '../types.js' */
/** @import { Section } from '../../../report/sections/sections.js' */

const USERS =
  'Virtual users are those of artillery: its phases start them, and its HTTP engine sends one request of each, on a connection of its own that closes with it. With a limit they are no open loop.'

/**
 * Returns the sections of a gateway lab by subject, in the order of the report.
 * @param {GatewayLabAnalysis} analysis
 */
export function gatewayChapters({ lab }) {
  const none = lab.conclusions.length > 0 ? [] : ['None was checked by this part.']
  return {
    conclusions: [conclusionSection(conclusions, lab.conclusions, none)],
    goals: goalSections(lab),
    stages: stageSections(lab, 'paper', 'Stages'),
    steps: stageSections(lab, 'step', stepInWords(lab)),
    compared: usersSections(lab),
    userStages: stageSections(lab, 'users', 'Stages with virtual users'),
    peaks: overloadSections(lab, 'peak'),
    halfCores: overloadSections(lab, 'half-core'),
    queueing: littleSections(lab),
    highest: highestSections(lab),
    firsts: firstSections(lab),
    overheads: overheadSections(lab),
    conditions: [conditionSection(lab)]
  }
}

/** Returns the report in short, for a terminal. @param {GatewayLabAnalysis} analysis @returns {Section[]} */
export function shortGatewayReport(analysis) {
  const { conclusions, firsts, overheads } = gatewayChapters(analysis)
  return [
    ...shortGoalSections(analysis.lab),
    ...shortStepSections(analysis.lab),
    ...shortUsersSections(analysis.lab),
    ...shortOverloadSections(analysis.lab, 'peak'),
    ...shortOverloadSections(analysis.lab, 'half-core'),
    ...firsts,
    ...overheads,
    ...conclusions
  ]
}

/** Returns what the run answers, as sentences. @param {GatewayLabAnalysis} analysis */
export function gatewayAnswer({ lab }) {
  const lines = [
    ...contractsInWords(lab),
    ...followedInWords(lab),
    ...littleInWords(lab),
    ...usersInWords(lab),
    ...outcomesInWords(lab, { conclusions, fullTakes: 'about three hours' })
  ]
  return lines.length > 0 ? lines : ['The figures are in the tables.']
}

/** Returns the number in flight, predicted and found. @param {GatewayAnalysis} lab @returns {string[]} one sentence, or none */
function littleInWords({ cells, idleMs }) {
  const own = cells.find(({ variant, load }) => variant === 'pool 168' && load === 'paper')
  const stage = own?.stages.find(({ name }) => name === 'goal')
  if (!stage) return []
  const { inFlight, predicted, ratePerSecond } = stage
  return [
    `At ${formatCount(ratePerSecond)} requests/s ${formatFigure(inFlight)} requests are in flight; Little's law predicts ${formatFigure(predicted.inFlight)} from ${formatMs(idleMs)} each. The paper reserves ${formatCount(AT_ONCE)}, because it puts the goal of 420 ms into the formula.`
  ]
}

/**
 * Returns what a limit of virtual users leaves out, and what they find without one, as sentences.
 * @param {GatewayAnalysis} lab @returns {string[]}
 */
function usersInWords({ cells }) {
  const atGoal = cells.flatMap(({ variant, load, users, stages }) =>
    stages.flatMap(stage => (load === 'users' && stage.name === 'goal' ? [{ variant, users, stage }] : []))
  )
  const limited = atGoal.filter(({ users }) => users !== null && users.most !== null)
  const [first] = limited
  if (!first) return []
  const shares = limited.map(({ variant, stage }) => `${variant}: ${formatPercent(stage.notSentRatio)}`)
  return [
    `At ${formatCount(first.stage.ratePerSecond)} requests/s a limit of virtual users leaves requests out (${shares.join('; ')}). They are in no latency and no failure.`
  ]
}

/** Returns what is unusual about a run, as sentences. @param {GatewayLabAnalysis} analysis @returns {string[]} */
export function gatewayEnding(analysis) {
  const failed = analysis.lab.checks.filter(({ isHeld }) => !isHeld)
  return [
    ...unfinishedInWords(analysis),
    ...checksInWords(failed),
    ...(failed.length > 0 ? ['Times of this run may contain waits of the upstream or of a busy machine.'] : []),
    ...(analysis.quick ? ['A short run: its stages are too short for its figures to be compared.'] : [])
  ]
}

/** @param {GatewayAnalysis} lab @returns {Section} */
function conditionSection(lab) {
  return {
    heading: 'Conditions',
    lines: [
      'Generator, gateway and upstream are processes of one machine. The load is an open loop: a request is sent when it is due, whether or not earlier ones have a response.',
      ...(lab.cells.some(({ users }) => users) ? [USERS] : []),
      'Each launch begins with half of the goal, as the paper does, and has no other warm-up. Every launch has an upstream of its own, with the same times in each.',
      ...checksInWords(lab.checks)
    ]
  }
}
