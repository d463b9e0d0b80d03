import { geometricMean } from '../../stats/means.js'
import { completeRepeats, labAnalysis, labVerdicts } from '../skeleton/analysis.js'
import { claimRows, conclusionRows } from '../skeleton/paper.js'
import {
  FEWEST_REPEATS,
  fileMsOf,
  hasSetting,
  isOfAll,
  uploadCells,
  uploadLimits,
  uploadRanking,
  withLosses,
  worstOf
} from './figures.js'
import { claims } from './paper/claims.js'
import { conclusions } from './paper/conclusions.js'

/** @import { SavedUploadLab, UploadLabAnalysis, UploadLaunchRecord, UploadMemory, UploadRecord, UploadSetting } from './types.js' */

/**
 * Returns every figure that any report of an upload lab shows, of a complete run or not: a pure function of what was measured.
 * @param {SavedUploadLab} saved @returns {UploadLabAnalysis}
 */
export function analyseUploads({ manifest, cells: records, launches, probes }) {
  const { lab, plan, fileSystem } = manifest
  const { marginRatio } = lab
  const variants = lab.variants.map(({ name }) => name)
  const settings = lab.settings[plan.length]
  const [paper] = settings
  const batches = lab.batches[plan.length]
  // Those that are refused are no failure, and not in the table.
  const admissions = records.filter(({ isAdmission }) => isAdmission)
  const kept = records.filter(({ isAdmission }) => !isAdmission).map(withLosses)
  const ownSetting = kept.filter(record => hasSetting(record, paper))
  const cells = uploadCells(variants, settings, kept)
  const paperCells = cells.filter(cell => hasSetting(cell, paper))
  const limits = uploadLimits(variants, probes, lab.limits)
  const isShared = isOfAll(lab, plan.length)
  const ofAll = ownSetting.filter(({ sizeBytes, files }) => isShared({ sizeBytes, files: files.length }))
  const times = timesOf(ofAll)
  const repeats = [...new Set(ofAll.map(({ repeat }) => repeat))]
  const rounds = completeRepeats(ofAll, variants.length * batches.length).length
  // One that passed the limit with the most files is no rival.
  const whole = variants.filter(name =>
    paperCells.every(({ variant, outcome }) => variant !== name || outcome === 'stored')
  )
  const ranking = uploadRanking({ variants: whole, batches, cells: paperCells.filter(isShared), repeats, times })
  const isLimitWatched = [...records, ...probes].some(({ peakBytes }) => peakBytes !== null)
  return labAnalysis(manifest, {
    rounds,
    verdicts: labVerdicts({
      metric: 'uploadTime',
      names: variants,
      marginRatio,
      repeats,
      timeOf: times,
      fewest: FEWEST_REPEATS,
      lossOf: variant => lossOf(ownSetting.filter(record => record.variant === variant))
    }),
    lab: {
      name: 'upload',
      part: plan.part,
      length: plan.length,
      repeats: rounds,
      skipped: {
        planned: lab.repeats[plan.length].all,
        repeats: manifest.skippedRepeats,
        withinMs: lab.repeatsWithinMs[plan.length]
      },
      fileSystem,
      isLimitWatched,
      variants,
      batches,
      settings,
      cells,
      ranking,
      memory: memoryOf(variants, launches, paper),
      limits,
      steps: probes.length,
      searched: lab.limits,
      claims: claimRows(claims, { cells: paperCells, admissions }),
      conclusions: conclusionRows(conclusions, {
        variants: lab.variants,
        cells: paperCells,
        ranking,
        isLimitWatched,
        limits,
        times,
        repeats,
        marginRatio
      })
    }
  })
}

/** Returns the worst outcome of records; null where all files were stored. @param {UploadRecord[]} records */
function lossOf(records) {
  const outcome = worstOf(records)
  return outcome === 'stored' ? null : outcome
}

/**
 * Returns a function that returns the mean time per file of a strategy in a repeat, as the geometric mean over the sizes of which it
 * and the other one stored all files in every repeat; null where there is none.
 * @param {UploadRecord[]} records
 * @returns {(pair: { own: string, other: string, repeat: number, sizeBytes?: number }) => number | null}
 */
function timesOf(records) {
  return function timeOf({ own, other, repeat, sizeBytes }) {
    const sizes = sizesOfAll(own).filter(size => sizesOfAll(other).includes(size))
    const asked = sizeBytes === undefined ? sizes : sizes.filter(size => size === sizeBytes)
    const times = asked.flatMap(size => {
      const record = records.find(each => each.variant === own && each.repeat === repeat && each.sizeBytes === size)
      return (record && fileMsOf(record)) ?? []
    })
    return times.length === asked.length && times.length > 0 ? geometricMean(times) : null
  }

  /** Returns the sizes of which a strategy stored all files in every repeat. @param {string} variant */
  function sizesOfAll(variant) {
    const own = records.filter(record => record.variant === variant)
    const lost = new Set(own.filter(({ outcome }) => outcome !== 'stored').map(({ sizeBytes }) => sizeBytes))
    return [...new Set(own.map(({ sizeBytes }) => sizeBytes))].filter(size => !lost.has(size))
  }
}

/**
 * Returns the memory of the first launch of each strategy with the setting of the paper.
 * @param {string[]} variants @param {UploadLaunchRecord[]} launches @param {UploadSetting} setting
 * @returns {UploadMemory[]}
 */
function memoryOf(variants, launches, setting) {
  return variants.flatMap(variant => {
    const launch = launches.find(each => each.variant === variant && hasSetting(each, setting))
    if (!launch) return []
    const { repeat: _, memory, ...kept } = launch
    return [{ ...kept, points: memory }]
  })
}
