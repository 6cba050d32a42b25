import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
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

/** How often contents were parsed, by the list of documents from a byte of it on, and how many of those had been parsed before. */
export async function readsSince(store: string, byte: number): Promise<{ read: number; again: number; bytes: number }> {
  const bytes = await readFile(join(store, 'documents.jsonl'))
  const lines = bytes.subarray(byte).toString('utf8').split('\n').filter(Boolean)
  const parsed = lines.map((line) => JSON.parse(line) as Line).filter(({ status }) => status === 'chunking')
  const contents = new Set(parsed.map(({ content_hash }) => content_hash))
  return { read: parsed.length, again: parsed.length - contents.size, bytes: bytes.length }
}

interface Line {
  readonly status: string
  readonly content_hash: string
}
