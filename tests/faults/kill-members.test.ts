import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { strToU8, zipSync, type Zippable } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEngine } from '@engine/engine'
import { builtEntry } from '../built-entry'
import { rounds } from '../rounds'

const root = resolve(import.meta.dirname, '../..')
const resources = join(root, 'resources')
let scratch = ''
const child = builtEntry('fault-child')

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'cairn-kill-members-'))
})

afterAll(() => rm(scratch, { recursive: true, force: true }))

const count = rounds(60, 150)
/** Lines of the list after which it ends: while members are registered, right behind that, and while they are read. */
const moments = rounds(2, 4) === 2 ? [24, count + 5] : [2, 60, 155, 400]
const last = moments.length

function archive(version: number): Uint8Array {
  const text = (at: number) =>
    `# File ${at}\n\nVersion ${at % 2 === 0 ? version : 1} of file ${at}: the gauge read ${at} cm.`
  const files = Array.from({ length: count }, (_, at) => [`f/${at}.md`, strToU8(text(at))] as const)
  return zipSync(
    Object.fromEntries([...files, [`only-${version}.md`, strToU8(`Only in version ${version}.`)]]) as Zippable,
  )
}

/** Reads the files in a process of its own, which is killed once it has written so many lines into the list of documents. */
async function killedWhileReading(store: string, files: string, lines: number): Promise<void> {
  const list = join(store, 'documents.jsonl')
  const written = async () => (await readFile(list, 'utf8').catch(() => '')).split('\n').length
  const before = await written()
  const reader = spawn(process.execPath, [child, 'ingest', store, resources, files], { stdio: 'ignore' })
  const ended = new Promise((done) => reader.on('close', done))
  while (reader.exitCode === null && (await written()) < before + lines) await sleep(2)
  reader.kill('SIGKILL')
  await ended
}

// Catches members that are lost, there twice, or of two versions, when everything ends while an archive is unpacked or read.
test('a kill at any moment costs no member of an archive, and makes none twice', async () => {
  const [store, files] = [join(scratch, 'store'), join(scratch, 'files')]
  await mkdir(files)
  for (const [round, lines] of moments.entries()) {
    await writeFile(join(files, 'x.zip'), archive(round + 1))
    await killedWhileReading(store, files, lines)
  }
  const engine = await createEngine({ folder: store, resources })
  try {
    for await (const { type } of engine.ingest({ paths: [files] })) expect(type).not.toBe('error')
    const documents = engine.listDocuments({})
    expect(documents.map(({ name }) => name).toSorted()).toEqual(
      [
        'x.zip',
        `x.zip › only-${last}.md`,
        ...Array.from({ length: count }, (_, at) => `x.zip › f/${at}.md`),
      ].toSorted(),
    )
    for (const { id, name, status, part_of, live } of documents) {
      expect({ name, status }).toEqual({ name, status: 'ready' })
      if (part_of) expect(live?.content_hash).toBe(part_of.content_hash)
      const even = / › f\/(\d*[02468])\.md$/u.exec(name)?.[1]
      if (even !== undefined) expect((await engine.readDocument(id)).text).toContain(`Version ${last} of file ${even}:`)
    }
    expect(await engine.check()).toMatchObject({ ok: true, problems: [], counts: { documents: count + 2 } })
  } finally {
    await engine.close()
  }
})
