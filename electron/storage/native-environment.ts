import { availableParallelism } from 'node:os'

/**
 * Settings that the table library's native part reads only from the environment, at its first use.
 * - Temporary folder: index builds leave folders behind in it, so it must be one that is emptied at every start.
 * - Centroids: said explicitly to leave them out, or it prints a warning whenever it is asked how large an index is.
 * - Threads: on machines with two or fewer cores its pool has one thread, and building or merging a text index then waits
 *   for itself forever (lancedb issue 3568, seen here on 0.31). The pool must be larger than the number of builders.
 */
export function prepareNativeEnvironment(temporaryFolder: string): { restore(): void } {
  const names = process.platform === 'win32' ? ['TMP', 'TEMP'] : ['TMPDIR']
  const before = new Map(names.map((name) => [name, process.env[name]]))
  for (const name of names) process.env[name] = temporaryFolder
  process.env.LANCE_CPU_THREADS ??= String(Math.max(4, availableParallelism()))
  process.env.LANCE_FTS_NUM_SHARDS ??= '2'
  process.env.LANCE_INCLUDE_VECTOR_CENTROIDS ??= 'false'
  return {
    restore: () => {
      for (const [name, value] of before) {
        // Another store opened since may have set its own.
        if (process.env[name] !== temporaryFolder) continue
        if (value === undefined) Reflect.deleteProperty(process.env, name)
        else process.env[name] = value
      }
    },
  }
}
