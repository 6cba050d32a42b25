import { takePassphrase } from '@shells/store-passphrase'
import { fork } from 'node:child_process'
import { builtFile, packageFolder, rendererFolder, resourcesFolder, thisMachine } from '@engine/platform/paths'
import type { World } from './command'
import { runTerminal } from './run'
import { stayUntilDone } from './stay-until-done'
import { mayOpenBrowser, openBrowser } from '@shells/web/open-browser'
import type { EngineChild } from '@shells/web/supervisor'

/** npm changes into the package's folder before it runs a script; the user's paths are relative to where they stood. */
function userFolder(): string {
  const cwd = process.cwd()
  const before = process.env['INIT_CWD']
  return before !== undefined && cwd === packageFolder() ? before : cwd
}

/** npm and the terminal may each hand on the same Ctrl-C; within this time it is one. */
const oneSignalMs = 250

function onInterrupt(listener: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  let last = -Infinity
  const press = () => {
    const now = performance.now()
    if (now - last < oneSignalMs) return
    last = now
    listener()
  }
  for (const signal of signals) process.on(signal, press)
  return () => {
    for (const signal of signals) process.off(signal, press)
  }
}

function forkEngine(): EngineChild {
  // Its own words go to stderr; stdout is for what the user asked for.
  return fork(builtFile('engine-process', process.env['CAIRN_ENGINE_PROCESS']), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // Glibc gives each thread a heap of its own and keeps what is freed in one: two hold a sixth to a quarter less at rest.
    env: { LANCEDB_LOG: 'error', MALLOC_ARENA_MAX: '2', ...process.env },
  })
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
  rendererFolder: rendererFolder(),
  passphrase: takePassphrase(process.env),
  now: Date.now,
  // Loaded when it is needed: a server's parent never opens a store, and starts sooner without.
  storeMover: async () => (await import('@engine/engine')).storeMover,
  requireBackup: async (path, passphrase) => (await import('@engine/engine')).requireBackup(path, passphrase),
  openEngine: async (options) => {
    const [{ createEngine }, { tokenPaceMs }] = await Promise.all([
      import('@engine/engine'),
      import('@shells/headless-actions'),
    ])
    return createEngine({ ...options, tokenPaceMs: tokenPaceMs(process.env) })
  },
  forkEngine,
  openBrowser: async (link) => mayOpenBrowser(thisMachine(), process.stdout.isTTY) && openBrowser(link),
  onInterrupt,
  exit,
}

// Leave even if a worker or a native thread still holds the event loop: all output is out by now.
exit(await stayUntilDone(runTerminal(process.argv.slice(2), world), process))
