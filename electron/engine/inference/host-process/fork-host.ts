import { fork } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { HostProcess } from '@engine/ports/models/host-process'

/**
 * Starts the host's entry as a child of Node. `log` is told what it writes to its error output, line by line. A debugger
 * on the parent is not passed on: both would want the same port.
 */
export function forkHost(entry: string, log: (line: string) => void): HostProcess {
  const env = { ...process.env }
  delete env['NODE_OPTIONS']
  const child = fork(entry, [], {
    execArgv: [],
    env,
    // Vectors cross as they are.
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  if (child.stderr) createInterface({ input: child.stderr }).on('line', log)
  let notStarted: string | undefined
  const listeners: ((how: string) => void)[] = []
  let ended = false
  function end(how: string): void {
    if (ended) return
    ended = true
    for (const listener of listeners) listener(how)
  }
  child.on('exit', (code, signal) => end(notStarted ?? signal ?? `exit code ${code ?? 0}`))
  child.on('error', (error) => {
    notStarted = error.message
    // Without a process there is no exit to wait for.
    if (child.pid === undefined) end(notStarted)
  })
  return {
    pid: child.pid,
    send: (message) => {
      if (child.connected) child.send(message, () => undefined)
    },
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void listeners.push(listener),
    kill: () => void child.kill('SIGKILL'),
  }
}
