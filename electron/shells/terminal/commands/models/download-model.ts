import type { ErrorReport } from '@shared/errors'
import { hostsNamed, isAllowedHost } from '@shared/models/model-hosts'
import type { Download, ModelsState } from '@shared/models/models'
import { exitCode, type Client, type Context } from '../../command'
import { printableLine } from '../../print/printable'
import { printReport, reportOf } from '../../print/problems'
import { Progress } from '../../print/progress'

/** Downloads a model and shows its progress. Ctrl-C keeps the bytes that have come. */
export async function downloadModel(context: Context, entryId: string): Promise<number> {
  const { args, err, say, signal, world } = context
  const client = await context.client()
  const allow = (args.text('allow') ?? '').split(',').flatMap((host) => host.trim() || [])
  let id: string
  try {
    id = (await client.models.download({ entry_id: entryId, allow })).download_id
  } catch (thrown) {
    if (!(await sayHosts(context, client, { entryId, allow, report: reportOf(thrown) }))) throw thrown
    return exitCode.failed
  }
  const progress = new Progress(err, () => world.now(), say('downloading'))
  try {
    for await (const state of modelStates(client, signal)) {
      const found = state.downloads.find((one) => one.id === id)
      if (!found) continue
      progress.update(megabytes(found.done), megabytes(found.total), `${megabytes(found.bytes_per_second)} MB/s`)
      if (found.state === 'running' || found.state === 'verifying') continue
      progress.end()
      if (found.state === 'done') return sayDone(context, found)
      if (found.error) printReport(found.error, err, say)
      if (found.error) await sayHosts(context, client, { entryId, allow, report: found.error })
      err.line(say('downloadPaused'))
      return exitCode.failed
    }
  } finally {
    progress.end()
  }
  const { paused } = await client.models.pause_download({ id })
  const last = paused ? undefined : (await client.models.state()).downloads.find((one) => one.id === id)
  if (last?.state === 'done') return sayDone(context, last)
  err.line(say('downloadPaused'))
  return exitCode.interrupted
}

function sayDone({ out, say }: Context, { verified }: Download): number {
  out.line(say(verified ? 'downloadedVerified' : 'downloadedUnverified'))
  return exitCode.fine
}

interface Refusal {
  readonly entryId: string
  readonly allow: readonly string[]
  readonly report: ErrorReport
}

/** Says what to allow, all at once, where hosts were refused; false where allowing more would not help. */
async function sayHosts({ err, say }: Context, client: Client, { entryId, allow, report }: Refusal): Promise<boolean> {
  if (report.code !== 'NETWORK_DENIED') return false
  const [items, { models }] = await Promise.all([client.models.catalogue(), client.settings.get()])
  const allowed = [...models.allowed_hosts, ...allow]
  const refused = hostsNamed(report.action).filter((host) => !isAllowedHost(host, allowed))
  if (refused.length === 0) return false
  const known = (items.find(({ entry }) => entry.id === entryId)?.hosts ?? []).filter(
    (host) => !isAllowedHost(host, allowed),
  )
  const hosts = [...known, ...refused.filter((host) => !isAllowedHost(host, known))]
  // The option holds for one call only, so it must have the earlier ones again.
  const all = [...new Set([...allow, ...hosts])]
  err.line(say('downloadHosts', { hosts: printableLine(hosts.join(', ')), allow: printableLine(all.join(',')) }))
  return true
}

/** Whole megabytes, for a progress. */
export function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6)
}

/** As `1.3 GB`. */
export function gigabytes(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.max(1, Math.round(bytes / 1e6))} MB`
}

/** The state now, then at every change, until Ctrl-C. */
export async function* modelStates(client: Client, signal: AbortSignal): AsyncGenerator<ModelsState> {
  try {
    for await (const change of await client.changes.watch(undefined, { signal })) {
      if (change.type === 'models') yield change.models
      else if (change.type === 'snapshot' && change.models) yield change.models
    }
  } catch (thrown) {
    if (!signal.aborted) throw thrown
  }
}
