import { spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { timer } from '@engine/platform/deadline'
import { programFails } from './transport-failures'

export interface ServerProcessOptions {
  /** Absolute path of the program. */
  readonly program: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** An existing folder, absolute. */
  readonly cwd: string
}

/** A server's process and all it starts. */
export interface ServerProcess {
  readonly pid: number
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
  /** Resolves with how it ended, as `exit code 1` or `SIGKILL`; never rejects. */
  readonly ended: Promise<string>
  /** The same once it has; null before. */
  readonly howItEnded: string | null
  /** Asks it to end by closing its input, then by SIGTERM, then ends it with all it has started. */
  close(): Promise<void>
  /** Ends it with all it has started, at once. */
  kill(): void
}

/** Milliseconds a server has after its input was closed, and again after SIGTERM. */
const patienceMs = 1000

/**
 * A watcher in the process group of the server: it reads a pipe of which Cairn holds the other end. When Cairn closes it, or ends in whatever
 * way, the read ends and the whole group with it. `$$` stays the server's number through `exec`.
 */
const watched = '(read -r _ <&3; kill -KILL -$$) </dev/null >/dev/null 2>&1 & exec "$@" 3<&-'

/**
 * Starts a server in a process group of its own, which ends with Cairn also when Cairn crashes. On Windows the server itself does; what it has
 * started is ended by `taskkill` while Cairn runs. What leaves its process group on purpose is not reached. Throws CairnError
 * TOOL_UNAVAILABLE where it cannot be started.
 */
export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  const { program, args, env, cwd } = options
  const isWindows = process.platform === 'win32'
  const [file, line] = isWindows ? [program, args] : ['/bin/sh', ['-c', watched, 'sh', program, ...args]]
  const child = spawn(file, line, {
    env,
    cwd,
    detached: !isWindows,
    windowsHide: true,
    stdio: isWindows ? ['pipe', 'pipe', 'pipe'] : ['pipe', 'pipe', 'pipe', 'pipe'],
  })
  let howItEnded: string | null = null
  const ended = new Promise<string>((resolve) => {
    const end = (how: string) => resolve((howItEnded ??= how))
    child.once('exit', (code, signal) => end(signal ?? `exit code ${code ?? 0}`))
    child.once('error', (error) => end(error.message))
  })
  const { pid, stdin, stdout, stderr } = child
  if (pid === undefined) {
    throw programFails(await ended)
  }
  const watcher = child.stdio[3]
  // Writing to a server that has just ended is no failure of its own: its end is told.
  for (const stream of [stdin, stdout, stderr, watcher]) stream?.on('error', () => undefined)
  const killTree = () => {
    if (watcher) watcher.destroy()
    else endTreeOfWindows(pid)
  }
  // Also what it left behind when it ended by itself.
  void ended.then(killTree)
  return {
    pid,
    stdin,
    stdout,
    stderr,
    ended,
    get howItEnded() {
      return howItEnded
    },
    kill: killTree,
    close: () => closing({ ended, stdin, killTree }, child),
  }
}

async function closing(
  { ended, stdin, killTree }: { ended: Promise<string>; stdin: Writable; killTree: () => void },
  child: { kill(signal: NodeJS.Signals): boolean },
): Promise<void> {
  stdin.end()
  if (await endsWithin(ended, patienceMs)) return
  child.kill('SIGTERM')
  if (await endsWithin(ended, patienceMs)) return
  killTree()
  // One that the system does not even end is left to it.
  await endsWithin(ended, 2 * patienceMs)
}

async function endsWithin(ended: Promise<string>, ms: number): Promise<boolean> {
  let callOff: () => void = () => undefined
  const late = new Promise<false>((resolve) => (callOff = timer(ms, () => resolve(false))))
  const isOver = await Promise.race([ended.then(() => true), late])
  callOff()
  return isOver
}

function endTreeOfWindows(pid: number): void {
  spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true, stdio: 'ignore' }).on(
    'error',
    () => undefined,
  )
}
