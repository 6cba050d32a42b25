import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import type { Engine } from '@engine/ports/engine-interface'
import type { SourceFiles } from '@engine/ports/storage/files/source-files'

/** What the files that a store keeps for its documents say, by their paths. */
export type Uploads = ReadonlyMap<string, string>

/** So long that its sealed name is two folders' worth. */
const longName = `${'水位'.repeat(29)}.md`

/** Uploads, pasted texts and searched notebooks, so many of each; two have the same bytes, and one a long name. Resolves when all are read. */
export async function addUploads(engine: Engine, count: number): Promise<Uploads> {
  const texts = new Map<string, string>()
  const receive = async (name: string, text: string) => {
    const bytes = (async function* () {
      yield await Promise.resolve(Buffer.from(text))
    })()
    texts.set(await engine.receiveFile(name, bytes), text)
  }
  const said = (at: number) => `# Survey ${at}\n\nThe gauge ${at} stood at ${at * 7} centimetres.\n`
  for (let at = 0; at < count; at += 1) await receive(`survey ${at}.md`, said(at))
  await receive('the same survey.md', said(0))
  await receive(longName, '# Long\n\nThe long gauge stood still.\n')
  for await (const event of engine.ingest({ paths: [...texts.keys()] }))
    if (event.type === 'error') throw new Error(event.error.message)
  const received = texts.size
  for (let at = 0; at < count; at += 1) {
    await engine.addText({ text: `The pasted gauge ${at} stood at ${at * 11}.`, name: `pasted ${at}` })
    const { id } = await engine.notes.create(`Notebook ${at}`)
    await engine.notes.add(id, { kind: 'text', text: `Note ${at}.`, sources: [], refs: [], from: {} })
    await engine.notes.useAsEvidence(id, true)
  }
  const isReady = () => {
    const own = engine
      .listDocuments({})
      .filter(({ source }) => source.includes('/inbox/') || source.includes('/notes/'))
    expect(own.map(({ status }) => status)).toEqual(Array(received + 2 * count).fill('ready'))
    return own
  }
  const own = await vi.waitFor(isReady, { timeout: 120_000 })
  for (const { source } of own) texts.set(source, await readFile(source, 'utf8'))
  return texts
}

/** How many of them lie under their own names, from 0 to 1. */
export function shareInClear(uploads: Uploads): number {
  return [...uploads.keys()].filter((path) => existsSync(path)).length / uploads.size
}

/** Each is there and says what it said, whichever way its file is kept. */
export async function expectReadable(sources: SourceFiles, uploads: Uploads): Promise<void> {
  const said = new Map<string, string>()
  for (const path of uploads.keys()) {
    const { path: copy, release } = await sources.bring(path)
    said.set(path, await readFile(copy, 'utf8'))
    await release()
  }
  expect(said).toEqual(uploads)
}

/** All of them are sealed with their names, or none is; each can be read again from its file; and there is nothing else. */
export async function expectTurned(engine: Engine, store: string, uploads: Uploads): Promise<void> {
  const { on } = await engine.encryption.state()
  const files: string[] = []
  for (const folder of ['inbox', join('notes', 'documents')])
    for (const entry of await readdir(join(store, folder), { recursive: true, withFileTypes: true }))
      if (entry.isFile()) files.push(join(entry.parentPath, entry.name))
  expect(files).toHaveLength(uploads.size)
  for (const path of files) {
    const isSealed = (await readFile(path)).subarray(0, 8).toString() === 'CAIRNSF1'
    expect([path, isSealed, uploads.has(path)]).toEqual([path, on, !on])
  }
  // Each file is fetched and hashed for it.
  for await (const event of engine.ingest({ paths: [...uploads.keys()] }))
    if (event.type === 'error') throw new Error(event.error.message)
  const documents = engine.listDocuments({}).filter(({ source }) => uploads.has(source))
  expect(documents.map(({ status, error }) => [status, error])).toEqual(Array(uploads.size).fill(['ready', null]))
}
