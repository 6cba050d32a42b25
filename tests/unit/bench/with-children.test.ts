import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { childrenPeakMb, processorClock } from '../../../bench/with-children'

/** Uses this much processor time, says so, and ends when its input does. */
const usedMs = 400
const busy = `
  while (process.cpuUsage().user / 1000 < ${usedMs});
  process.stdout.write('done')
  process.stdin.resume()`

it.runIf(process.platform === 'linux')(
  'counts what processes that were started use, while they run and once they have ended',
  async () => {
    const clock = processorClock()
    const child = spawn(process.execPath, ['-e', busy], { stdio: ['pipe', 'pipe', 'ignore'] })
    await once(child.stdout, 'data')
    const whileRunning = clock()
    expect(childrenPeakMb()).toBeGreaterThan(10)
    expect(whileRunning).toBeGreaterThanOrEqual(usedMs - 20)
    child.stdin.end()
    await once(child, 'exit')
    expect(clock()).toBeGreaterThanOrEqual(whileRunning)
    // Another clock does not count what was before it.
    expect(processorClock()()).toBeLessThan(usedMs / 2)
  },
)
