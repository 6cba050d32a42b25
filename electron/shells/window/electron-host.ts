import { utilityProcess } from 'electron'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { HostProcess } from '@engine/ports/models/host-process'

/** Starts the host's entry as Electron's utility process, which ends with the application. `log`: its error output. */
export function electronHost(entry: string, serviceName: string, log: (line: string) => void): HostProcess {
  const child = utilityProcess.fork(entry, [], { serviceName, execArgv: [], stdio: ['ignore', 'ignore', 'pipe'] })
  if (child.stderr) createInterface({ input: Readable.from(child.stderr) }).on('line', log)
  let crash: string | undefined
  // Electron says why its engine gave up before it says that the process ended.
  child.on('error', (type) => (crash = type))
  return {
    get pid() {
      return child.pid
    },
    send: (message) => {
      if (child.pid !== undefined) child.postMessage(message)
    },
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.on('exit', (code) => listener(crash ?? `exit code ${code}`)),
    kill: () => {
      // Electron's own kill asks; a process that hangs does not listen.
      if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL')
    },
  }
}
