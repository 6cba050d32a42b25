/** A process that speaks the host's protocol, however it was started. */
export interface HostProcess {
  readonly pid: number | undefined
  /** Lost without a word where the process has gone: its exit says so. */
  send(message: object): void
  onMessage(listener: (raw: unknown) => void): void
  /** Once, however it ended or did not start; `how` is for people, as `SIGSEGV`, `exit code 1` or why it did not start. */
  onExit(listener: (how: string) => void): void
  /** At once, without asking. */
  kill(): void
}
