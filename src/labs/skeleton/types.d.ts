import type { Variant } from '../../experiments/types.js'
import type { CellRecord, CopyLab, CopyLabAnalysis, CopyManifest, OtherRequestsRecord } from '../copy/types.js'
import type {
  FirstRequestRecord,
  GatewayLab,
  GatewayLabAnalysis,
  GatewayManifest,
  GatewayRecord,
  UpstreamCheck
} from '../gateway/types.js'
import type {
  CapacityRecord,
  CostRecord,
  StoreLab,
  StoreLabAnalysis,
  StoreManifest,
  StoreRecord,
  TrialRecord
} from '../store/types.js'
import type {
  LimitProbe,
  UploadLab,
  UploadLabAnalysis,
  UploadLaunchRecord,
  UploadManifest,
  UploadRecord
} from '../upload/types.js'
import type { LabLength } from '../../runs/lab-types.js'

/** What every lab has: a question about strategies, which is measured in cells. */
export interface LabOf<Name extends string, OwnVariant extends Variant> {
  name: Name
  question: string
  /** One per strategy. The first is the baseline; the command is one that repeats its work by hand, or starts its server. */
  variants: [OwnVariant, OwnVariant, ...OwnVariant[]]
  /** Repeats of every cell; the first `dropped` of them count in no figure. */
  repeats: LabRepeats
  /** Of the parts that have any. */
  partRepeats?: Record<string, LabRepeats>
  /** A relative change smaller than this does not matter. */
  marginRatio: number
}

export type LabRepeats = Record<LabLength, { all: number; dropped: number }>

export type Lab = CopyLab | UploadLab | GatewayLab | StoreLab

/** run.json of a lab, by the name of the lab. */
export interface LabManifests {
  copy: CopyManifest
  upload: UploadManifest
  gateway: GatewayManifest
  store: StoreManifest
}

export type LabName = keyof LabManifests

export type LabManifest = LabManifests[LabName]

/** What a lab saves while it measures, by the name of the lab: one file of JSON Lines per property. */
export interface LabRecords {
  copy: { cells: CellRecord[]; otherRequests: OtherRequestsRecord[] }
  upload: { cells: UploadRecord[]; launches: UploadLaunchRecord[]; probes: LimitProbe[] }
  gateway: { cells: GatewayRecord[]; firsts: FirstRequestRecord[]; checks: UpstreamCheck[] }
  store: { cells: StoreRecord[]; capacities: CapacityRecord[]; costs: CostRecord[]; trials: TrialRecord[] }
}

/** analysis.json of a lab, by the name of the lab. */
export interface LabAnalyses {
  copy: CopyLabAnalysis
  upload: UploadLabAnalysis
  gateway: GatewayLabAnalysis
  store: StoreLabAnalysis
}

export type LabAnalysis = LabAnalyses[keyof LabAnalyses]

/** A mean over repeats, with its 95% interval; null with a single repeat. */
export interface Mean {
  value: number
  low: number | null
  high: number | null
}
