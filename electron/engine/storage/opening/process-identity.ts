import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { hasCode } from '@shared/errors'

/** Identifies a process, also against a later process with the same number. */
export interface ProcessIdentity {
  readonly machine: string
  readonly pid: number
  /** Boot and start time where the system tells them (Linux), else empty. */
  readonly started: string
}

/** The identity of this process. */
export function thisProcess(): ProcessIdentity {
  return { machine: machineName(), pid: process.pid, started: startOf(process.pid) ?? '' }
}

/** Whether the process is still running. One on another machine cannot be asked and counts as running. */
export function isRunning(identity: ProcessIdentity): boolean {
  if (identity.machine !== machineName()) return true
  if (identity.started !== '' && process.platform === 'linux') return startOf(identity.pid) === identity.started
  try {
    process.kill(identity.pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs, as somebody else.
    return !hasCode(error, 'ESRCH')
  }
}

/** The machine id survives a change of the host name; containers, which often lack one, have their own host name. */
function machineName(): string {
  return readLine('/etc/machine-id') ?? hostname()
}

function startOf(pid: number): string | undefined {
  const stat = readLine(`/proc/${pid}/stat`)
  if (stat === undefined) return undefined
  // The command may hold spaces and brackets; the fields after its last ")" start with the state (field 3).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // A killed process whose parent has not collected it yet (Z), or is being taken down (X), runs no more.
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined
  return `${readLine('/proc/sys/kernel/random/boot_id') ?? ''}:${fields[19] ?? ''}`
}

function readLine(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim() || undefined
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ESRCH', 'EACCES', 'EPERM', 'ENOTDIR')) return undefined
    throw error
  }
}
