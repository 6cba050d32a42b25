import { writeFileSync } from 'node:fs'
import type { SerializedError } from 'vitest'
import type { Reporter, TestModule } from 'vitest/node'

/**
 * Ends every run on the plain line `N passed, N failed`, with `, N skipped` where tests were skipped. Where
 * CAIRN_TEST_COUNTS names a file, the counts go there instead, for scripts/test.mjs to add up, with the names of the
 * tests that failed and of those that passed only when tried again.
 */
export default class PlainSummaryReporter implements Reporter {
  // Until a run ends there is one failure: a run that never got to its tests must not look fine.
  #counts = { passed: 0, failed: 1, skipped: 0 }
  readonly #named = { failures: [] as string[], flaky: [] as string[] }

  onInit(): void {
    // At exit, because other reporters print their summaries after ours is known.
    process.once('exit', () => {
      const file = process.env['CAIRN_TEST_COUNTS']
      if (file !== undefined) {
        writeFileSync(file, JSON.stringify({ ...this.#counts, ...this.#named }))
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
        const counted = state === 'pending' ? 'failed' : state
        counts[counted] += 1
        const name = `${module.relativeModuleId} > ${test.fullName}`
        if (counted === 'failed') this.#named.failures.push(name)
        if (test.diagnostic()?.flaky === true) this.#named.flaky.push(name)
      }
      for (const error of module.errors()) this.#named.failures.push(`${module.relativeModuleId}: ${error.message}`)
      counts.failed += module.errors().length
    }
    for (const error of unhandled) this.#named.failures.push(`outside of any test: ${error.message}`)
    this.#counts = counts
  }
}
