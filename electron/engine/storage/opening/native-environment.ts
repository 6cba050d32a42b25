import { availableParallelism } from 'node:os'

const names = process.platform === 'win32' ? ['TMP', 'TEMP'] : ['TMPDIR']
/** Temporary folders of the stores that are open, the newest last, and what there was before any. */
const folders: string[] = []
let before: readonly (string | undefined)[] = []

/**
 * Settings that the table library's native part reads only from the environment, at its first use.
 * - Temporary folder: index builds leave folders behind in it, so it must be one that is emptied at every start.
 * - Centroids: said explicitly to leave them out, or it prints a warning whenever it is asked how large an index is.
 * - Threads: on machines with two or fewer cores its pool has one thread, and building or merging a text index then waits
 *   for itself forever (lancedb issue 3568, seen here on 0.31). The pool must be larger than the number of builders.
 * - Proxies: where one is named for the network, it would be sent what goes to a server on this machine too, passages in clear.
 */
export function prepareNativeEnvironment(temporaryFolder: string): { restore(): void } {
  if (folders.length === 0) before = names.map((name) => process.env[name])
  folders.push(temporaryFolder)
  point()
  process.env.LANCE_CPU_THREADS ??= String(Math.max(4, availableParallelism()))
  process.env.LANCE_FTS_NUM_SHARDS ??= '2'
  process.env.LANCE_INCLUDE_VECTOR_CENTROIDS ??= 'false'
  keepFromProxies('127.0.0.1')
  return {
    restore: () => {
      const at = folders.lastIndexOf(temporaryFolder)
      if (at === -1) return
      folders.splice(at, 1)
      point()
    },
  }
}

/** Of the two names the first one counts, also where it is empty. */
function keepFromProxies(host: string): void {
  const hosts = (process.env['NO_PROXY'] ?? process.env['no_proxy'] ?? '').split(',').filter((one) => one.trim() !== '')
  if (!hosts.includes(host)) process.env['NO_PROXY'] = [...hosts, host].join(',')
}

/** To the store that was opened last, in whatever order they are closed. */
function point(): void {
  for (const [at, name] of names.entries()) {
    const value = folders.at(-1) ?? before[at]
    if (value === undefined) Reflect.deleteProperty(process.env, name)
    else process.env[name] = value
  }
}
