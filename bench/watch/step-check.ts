import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { DocumentRecord } from '@shared/documents'
import type { Engine } from '@engine/ports/engine-interface'

/** Paths in which the library and the disk differ: other content, not there, or too many. */
export async function differences(engine: Pick<Engine, 'listDocuments'>, files: readonly string[]): Promise<string[]> {
  const documents = new Map(engine.listDocuments({}).map((record) => [record.source, record]))
  const wrong: string[] = []
  for (const path of files) {
    const record = documents.get(path)
    documents.delete(path)
    const hash = createHash('sha256')
      .update(await readFile(path))
      .digest('hex')
    if (record?.status !== 'ready' || record.live?.content_hash !== hash) wrong.push(path)
  }
  return [...wrong, ...documents.keys()]
}

/** Waits until library and disk are the same. Returns the milliseconds that took, or null and what differs after `mostMs`. */
export async function untilInStep(
  engine: Pick<Engine, 'listDocuments'>,
  files: readonly string[],
  mostMs: number,
): Promise<{ readonly ms: number | null; readonly wrong: readonly string[] }> {
  const since = performance.now()
  const paths = new Set(files)
  for (;;) {
    const listed = engine.listDocuments({})
    const ms = performance.now() - since
    // Hashing everything takes longer than looking whether it may be worth it.
    const mayBe =
      listed.length === paths.size && listed.every(({ source, status }) => status === 'ready' && paths.has(source))
    const wrong = mayBe || ms > mostMs ? await differences(engine, files) : [...paths]
    if (wrong.length === 0) return { ms: Math.round(ms), wrong }
    if (ms > mostMs) return { ms: null, wrong: wrong.slice(0, 5) }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/**
 * Counts readings from now on: every one gives a document another revision. `again` are those of a content that had been read
 * before. Returns what ends the counting.
 */
export function countReads(engine: Pick<Engine, 'listDocuments' | 'watch'>) {
  const known = new Set<string>()
  const contents = new Set<string>()
  let [read, again] = [0, 0]
  const note = (record: DocumentRecord, isBefore: boolean) => {
    const { revision, content_hash } = record.live ?? {}
    if (revision === undefined || content_hash === undefined || known.has(revision)) return
    known.add(revision)
    if (!isBefore) read += 1
    if (!isBefore && contents.has(content_hash)) again += 1
    contents.add(content_hash)
  }
  for (const record of engine.listDocuments({})) note(record, true)
  const stop = new AbortController()
  const counting = (async () => {
    for await (const change of engine.watch(stop.signal)) {
      if (change.type === 'documents') for (const record of change.changed) note(record, false)
    }
  })()
  return async () => {
    stop.abort()
    await counting
    for (const record of engine.listDocuments({})) note(record, false)
    return { read, again }
  }
}
