import { writeFileSync } from 'node:fs'
import type { SerializedError } from 'vitest'
import type { Reporter, TestModule } from 'vitest/node'

/**
 * Ends every run on the plain line `N passed, N failed`, with `, N skipped` where tests were skipped. Where
 * CAIRN_TEST_COUNTS names a file, the counts go there instead, for scripts/test.mjs to add up.
 */
export default class PlainSummaryReporter implements Reporter {
  // Until a run ends there is one failure: a run that never got to its tests must not look fine.
  #counts = { passed: 0, failed: 1, skipped: 0 }

  onInit(): void {
    // At exit, because other reporters print their summaries after ours is known.
    process.once('exit', () => {
      const file = process.env['CAIRN_TEST_COUNTS']
      if (file !== undefined) {
        writeFileSync(file, JSON.stringify(this.#counts))
        return
      }
      const { passed, failed, skipped } = this.#counts
      process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`)
    })
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
    this.#counts = counts
  }
}
