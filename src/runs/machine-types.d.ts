export interface Machine {
  cpuModel: string
  cores: number
  memoryBytes: number
  platform: string
  release: string
  governor: string | null
  /** Cores that a process can be pinned to; none where the system or its tools do not support that. */
  pinnableCores: number[]
}

/** The runs that a run of several machines is made of, one per machine. */
export interface MergedShards {
  /** How many were planned. */
  count: number
  shards: MergedShard[]
  /** Runs that were given and are in no figure. */
  leftOut: { run: string; shard: number; reason: 'interrupted' | 'failed' | 'unfinished' | 'damaged' }[]
}

export interface MergedShard {
  /** From 1. */
  shard: number
  /** The name of its run folder. */
  run: string
  startedAt: string
  machine: Machine
  /** Of the system since its start; null where it is not known. Two shards with the same one ran on one machine. */
  boot: string | null
}
