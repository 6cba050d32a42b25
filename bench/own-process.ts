import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { randomUUID } from 'node:crypto'

/** Each process that such a one starts writes its processor time down when it ends; threads have none of their own. */
const writesTime = `import { appendFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
if (isMainThread) process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  appendFileSync(process.env.CAIRN_BENCH_TIMES, (user + system) / 1000 + '\\n')
})`

/** What a run of Cairn's command line took, in milliseconds, and what it printed. */
interface OwnRun {
  readonly ms: number
  readonly processor_ms: number
  readonly printed: string
}

/** Runs `cairn …args` in a process that has done nothing before; `errors` says whether what it tells meanwhile is shown. Throws where it fails. */
export async function runInOwnProcess(args: readonly string[], errors: 'inherit' | 'ignore'): Promise<OwnRun> {
  const times = join(tmpdir(), `cairn-times-${randomUUID()}`)
  const loader = `--import=data:text/javascript,${encodeURIComponent(writesTime)}`
  const env = {
    ...process.env,
    CAIRN_BENCH_TIMES: times,
    NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} ${loader}`,
  }
  const start = performance.now()
  try {
    const child = spawn(process.execPath, [process.argv[1] ?? '', ...args], { env, stdio: ['ignore', 'pipe', errors] })
    let printed = ''
    child.stdout.setEncoding('utf8').on('data', (piece: string) => (printed += piece))
    const [code] = (await once(child, 'close')) as [number | null]
    const ms = performance.now() - start
    if (code !== 0) throw new Error(`cairn ${args.join(' ')} ended with ${code}: ${printed}`)
    const spent = (await readFile(times, 'utf8')).trim().split('\n').map(Number)
    return { ms, processor_ms: spent.reduce((sum, one) => sum + one, 0), printed }
  } finally {
    await rm(times, { force: true })
  }
}
