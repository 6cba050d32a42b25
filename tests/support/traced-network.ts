import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Makes a network of its own for a command: root may, and so may others where the system lets them have user namespaces. */
const namespaces = [
  ['unshare', '--net'],
  ['unshare', '--map-root-user', '--net'],
]

/** How a command is put into a network without routes; undefined where this machine cannot do it, or cannot trace. */
export function ownNetwork(): readonly string[] | undefined {
  if (spawnSync('strace', ['--version']).status !== 0) return undefined
  return namespaces.find(([program = '', ...rest]) => {
    return spawnSync(program, [...rest, 'ip', 'link', 'set', 'lo', 'up']).status === 0
  })
}

export interface Traced {
  readonly code: number | null
  readonly out: string
  readonly err: string
  /** Every system call about sockets, of the command and all it started. */
  readonly calls: readonly string[]
}

/** Runs a shell script where there is only loopback, under a tracer. `file` is for the trace. */
export function runTraced(network: readonly string[], script: string, file: string, env: NodeJS.ProcessEnv): Traced {
  const traced = [
    'strace',
    '-f',
    '--seccomp-bpf',
    '-qq',
    '-s',
    '0',
    '-e',
    'trace=network',
    '-o',
    file,
    'sh',
    '-c',
    script,
  ]
  const [program = '', ...rest] = [...network, 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', ...traced]
  const { status, stdout, stderr } = spawnSync(program, rest, { encoding: 'utf8', env, maxBuffer: 64 * 1024 * 1024 })
  return { code: status, out: stdout, err: stderr, calls: readFileSync(file, 'utf8').split('\n').filter(Boolean) }
}

/**
 * The calls that name anything but this machine, or a name server even on this machine, or that open a socket of another kind
 * than these: between processes, to the kernel's own tables, and the two of the internet.
 */
export function reachingOut(calls: readonly string[]): string[] {
  return calls.filter((call) => {
    const family = /\bsocket(?:pair)?\((AF_\w+)/u.exec(call)?.[1]
    if (family !== undefined && !/^AF_(?:UNIX|LOCAL|NETLINK|INET6?)$/u.test(family)) return true
    if (/sin6?_port=htons\((?:53|853|5353)\)/u.test(call)) return true
    const hosts = [...call.matchAll(/inet_addr\("([^"]*)"\)|inet_pton\(AF_INET6, "([^"]*)"/gu)]
    return hosts.some(([, v4, v6]) =>
      v4 === undefined ? v6 !== '::1' && v6 !== '::' : !/^(?:127\.|0\.0\.0\.0$)/u.test(v4),
    )
  })
}
