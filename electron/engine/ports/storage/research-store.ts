import type { RunHeader, RunLine, RunStep } from '@shared/research/research-run'

/** The journal of a run as far as it can be read. */
export interface RunJournal {
  readonly lines: readonly RunLine[]
  /** Lines that cannot be understood. */
  readonly lost: number
}

/** Durable runs of research, each an append-only journal of its steps. */
export interface ResearchStore {
  /** Runs outside the trash, newest first, without reading their journals. */
  list(): Promise<RunHeader[]>
  /** The same as far as it is known: nothing before `list` was called first. */
  listed(): RunHeader[]
  /** The runs in the trash, and since when (ISO time). */
  trashed(): Promise<{ readonly id: string; readonly trashed_at: string }[]>
  /** The whole journal, of runs in the trash as well. NOT_FOUND if unknown. */
  load(id: string): Promise<RunJournal>
  /**
   * Adds steps in order, numbered on from the last; resolves once they are on disk. The first step of a run is `created` (NOT_FOUND
   * otherwise). All of them are written, or none where it throws (DISK_FULL).
   */
  append(id: string, steps: readonly RunStep[]): Promise<RunLine[]>
  remove(id: string): Promise<void>
}
