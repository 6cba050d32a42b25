import type { SerializedError } from 'vitest'
import type { Reporter, TestModule } from 'vitest/node'

/** Ends every run on the plain line `N passed, N failed`, with `, N skipped` where tests were skipped. */
export default class PlainSummaryReporter implements Reporter {
  // Until a run ends there is one failure: a run that never got to its tests must not look fine.
  #line = '0 passed, 1 failed'

  onInit(): void {
    // At exit, because other reporters print their summaries after ours is known.
    process.once('exit', () => process.stdout.write(`${this.#line}\n`))
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const counts = { passed: 0, failed: unhandled.length, skipped: 0 }
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        // A test that never came to an end did not pass.
        counts[state === 'pending' ? 'failed' : state] += 1
      }
      counts.failed += module.errors().length
    }
    this.#line = `${counts.passed} passed, ${counts.failed} failed`
    if (counts.skipped > 0) this.#line += `, ${counts.skipped} skipped`
  }
}
