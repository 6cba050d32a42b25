/** Figures of the machine and of Cairn on it, each as it is when it is asked for; null where it cannot be told. */
export interface MetricsSource {
  memory(): MemoryFigures
  /** Measured over a short while. */
  processor(signal: AbortSignal): Promise<ProcessorFigures>
  disk(signal: AbortSignal): Promise<DiskFigures>
  library(): Promise<LibraryFigures>
  /** Of the turns of this run; null where there was none yet, or nobody counts. */
  pipeline(): PipelineFigures | null
}

export interface MemoryFigures {
  /** Bytes that this process holds; its child processes are not counted. */
  readonly own: number
  readonly free: number
  readonly total: number
}

export interface ProcessorFigures {
  readonly cores: number
  /** Of one core, 1 for all of it; of this process. */
  readonly own: number
  /** Of all cores together, 0 to 1. */
  readonly machine: number
}

export interface DiskFigures {
  /** Bytes of the store folder, at least: very many files are not all counted. */
  readonly store: number
  readonly isAtLeast: boolean
  readonly free: number | null
}

export interface LibraryFigures {
  readonly documents: number
  readonly chunks: number
  /** Bytes on disk; null where it cannot be told. */
  readonly indexBytes: number | null
}

export interface PipelineFigures {
  readonly turns: number
  readonly medianMs: number
  readonly stages: readonly { readonly name: string; readonly medianMs: number }[]
}
