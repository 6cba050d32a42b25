import { fork } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { HostProcess } from '@engine/ports/models/host-process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Starts the host's entry as a child of Node. `log` is told what it writes to its error output, line by line. A debugger
 * on the parent is not passed on: both would want the same port.
 */
export function forkHost(entry: string, log: (line: string) => void): HostProcess {
  const env = { ...process.env }
  delete env['NODE_OPTIONS']
  // What keeps an engine small may have the threads of a model wait for each other.
  delete env['MALLOC_ARENA_MAX']
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

/** The built entry of the host: beside the running bundle, one folder above it, or in CAIRN_INFERENCE_HOST. */
export function hostFile(): string {
  const given = process.env['CAIRN_INFERENCE_HOST']
  if (given) return given
  const places = ['./inference-host.js', '../inference-host.js'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  )
  return places.find((path) => existsSync(path)) ?? places[0] ?? ''
}
