import { readFileSync } from 'node:fs'
import { hasCode } from '@shared/errors'

/** Of the kernel's count of processor time; it is 100 on every Linux that Node runs on. */
const ticksPerSecond = 100
/** Places in `/proc/<id>/stat` behind the name: own time, and that of children that have ended. */
const [ownUser, ownSystem, endedUser, endedSystem] = [11, 12, 13, 14]

/**
 * Tells the milliseconds of processor time since it was made: of this process with all its threads and, on Linux, of those it has
 * started, to a hundredth of a second.
 */
export function processorClock(): () => number {
  const [own, others] = [process.cpuUsage(), childrenMs()]
  return () => {
    const { user, system } = process.cpuUsage(own)
    return (user + system) / 1000 + childrenMs() - others
  }
}

/** MB (2^20 bytes) of resident memory that the children running now have held at most, taken together; 0 where nothing tells. */
export function childrenPeakMb(): number {
  const kilobytes = running().map((id) => /^VmHWM:\s+(\d+) kB$/mu.exec(textOf(`/proc/${id}/status`))?.[1] ?? 0)
  return Math.round(kilobytes.reduce<number>((sum, one) => sum + Number(one), 0) / 1024)
}

/** Those that the main thread has started: to look at every thread takes milliseconds, and this is asked for with each file. */
function running(): string[] {
  return textOf(`/proc/self/task/${process.pid}/children`).split(' ').filter(Boolean)
}

function childrenMs(): number {
  const ticks = running().reduce(
    (sum, id) => sum + ticksOf(id, ownUser) + ticksOf(id, ownSystem),
    ticksOf('self', endedUser) + ticksOf('self', endedSystem),
  )
  return (ticks * 1000) / ticksPerSecond
}

function ticksOf(id: string, place: number): number {
  const stat = textOf(`/proc/${id}/stat`)
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[place] ?? 0)
}

function textOf(path: string): string {
  return unlessGone(() => readFileSync(path, 'utf8')) ?? ''
}

/** Processes and threads end at any time, and other systems have no `/proc`. */
function unlessGone<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT') || hasCode(thrown, 'ESRCH')) return undefined
    throw thrown
  }
}
