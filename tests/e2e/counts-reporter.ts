import { writeFileSync } from 'node:fs'
import type { FullResult, Reporter, Suite } from '@playwright/test/reporter'

/** Writes how many tests passed, failed and were skipped, and which failed or needed a second try, to the file that CAIRN_TEST_COUNTS names. */
export default class CountsReporter implements Reporter {
  #suite: Suite | undefined

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite
  }

  onEnd({ status }: FullResult): void {
    const file = process.env['CAIRN_TEST_COUNTS']
    if (file === undefined) return
    const counts = { passed: 0, failed: 0, skipped: 0 }
    const failures: string[] = []
    const flaky: string[] = []
    for (const test of this.#suite?.allTests() ?? []) {
      const outcome = test.outcome()
      counts[outcome === 'unexpected' ? 'failed' : outcome === 'skipped' ? 'skipped' : 'passed'] += 1
      const name = test.titlePath().filter(Boolean).join(' > ')
      if (outcome === 'unexpected') failures.push(name)
      if (outcome === 'flaky') flaky.push(name)
    }
    // A run that was cut short, or whose files did not load, has failed whatever its tests say.
    if (status !== 'passed' && counts.failed === 0) counts.failed = 1
    writeFileSync(file, JSON.stringify({ ...counts, failures, flaky }))
  }

  printsToStdio(): boolean {
    return false
  }
}
