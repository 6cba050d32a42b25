import { readFileSync } from 'node:fs'

/** At most so many times the wall-clock time is given where the processor is busy with something else. */
const maxStretch = 4

/**
 * Milliseconds this thread has been ready to run and waited for a processor, since it began; 0 where the system does not
 * say. On Linux the scheduler counts them (Documentation/scheduler/sched-stats, second value, in nanoseconds).
 */
export function processorWaitMs(): number {
  try {
    const [, waited = '0'] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')
    return Number(waited) / 1e6
  } catch {
    return 0
  }
}

/**
 * Calls back once `ms` milliseconds have passed in which this thread could have run, and `maxStretch` times as many by the
 * clock at the latest. Returns what calls it off. `waited` and `clock` are for tests.
 */
export function afterProcessorTime(
  ms: number,
  then: () => void,
  { waited, clock } = { waited: processorWaitMs, clock: () => performance.now() },
): () => void {
  const [start, waitedBefore] = [clock(), waited()]
  let timer: NodeJS.Timeout | undefined
  const look = () => {
    const passed = clock() - start
    const left = Math.min(ms - (passed - (waited() - waitedBefore)), maxStretch * ms - passed)
    if (left < 1) then()
    else timer = setTimeout(look, left)
  }
  timer = setTimeout(look, ms)
  return () => clearTimeout(timer)
}
