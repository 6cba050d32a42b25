import { createEngine } from './engine'
import { packageFolder, resourcesFolder, thisMachine } from './platform/paths'
import type { World } from './shells/terminal/command'
import { runTerminal } from './shells/terminal/run'

/** npm changes into the package's folder before it runs a script; the user's paths are relative to where they stood. */
function userFolder(): string {
  const cwd = process.cwd()
  const before = process.env['INIT_CWD']
  return before !== undefined && cwd === packageFolder() ? before : cwd
}

function exit(code: number): never {
  process.exit(code)
}

const world: World = {
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin,
  cwd: userFolder(),
  machine: thisMachine(),
  resources: resourcesFolder(),
  now: Date.now,
  openEngine: createEngine,
  onInterrupt: (listener) => {
    const signals = ['SIGINT', 'SIGTERM'] as const
    for (const signal of signals) process.on(signal, listener)
    return () => {
      for (const signal of signals) process.off(signal, listener)
    }
  },
  exit,
}

// Leave even if a worker or a native thread still holds the event loop: all output is out by now.
exit(await runTerminal(process.argv.slice(2), world))
