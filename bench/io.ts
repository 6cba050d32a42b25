/** What a bench sees of the world; `print` is its result (stdout), `progress` what goes on meanwhile (stderr). */
export interface BenchIo {
  print(line: string): void
  progress(text: string): void
  /** Absolute path of resources/. */
  readonly resources: string
}

/** One measurement: takes the arguments after its name, returns the exit code. */
export type Bench = (args: string[], io: BenchIo) => Promise<number>
