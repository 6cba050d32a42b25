import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { BackupReport, RestoreReport } from '@shared/api/store/backup-api'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import type { BackUpRequest, RestoreRequest } from '@engine/ports/backup-desk'

const resources = resolve(import.meta.dirname, '../../resources')
const passphrase = 'pelican lamp 铁塔'
let folder = ''
let engine: Engine
let path = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-sealed-'))
  path = join(folder, 'stick.sealed')
  await mkdir(join(folder, 'files'))
  await writeFile(join(folder, 'files', 'vault.md'), '# Vault\n\nThe vault holds nine hundred silver coins.\n')
  engine = await createEngine({ folder: join(folder, 'store'), resources })
  for await (const { type } of engine.ingest({ paths: [join(folder, 'files')] })) expect(type).toBe('progress')
  await ask(engine, 'first')
})
afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

async function ask(asked: Engine, session_id: string): Promise<string> {
  for await (const event of asked.ask({ question: 'What does the vault hold?', session_id })) {
    if (event.type === 'final') return event.response
  }
  return ''
}

async function backUp(request: Partial<BackUpRequest> = {}): Promise<BackupReport> {
  for await (const step of engine.backups.backUp({ path, passphrase, ...request })) {
    if (step.type === 'done') return step.report
  }
  throw new Error('There was no report.')
}

async function restore(into: Engine, request: Partial<RestoreRequest> = {}): Promise<RestoreReport> {
  for await (const step of into.backups.restore({ path, passphrase, whole_part: false, ...request })) {
    if (step.type === 'done') return step.report
  }
  throw new Error('There was no report.')
}

async function other(name: string): Promise<Engine> {
  const opened = await createEngine({ folder: join(folder, name), resources })
  onTestFinished(() => opened.close())
  return opened
}

// Would catch a passphrase that is asked for and changes nothing, and a sealed backup that cannot do what a plain one does.
test('a backup with a passphrase grows, keeps its last moments and restores the same, and says nothing to others', async () => {
  await backUp()
  await ask(engine, 'second')
  expect(await backUp()).toMatchObject({ moments: 2 })
  expect(await backUp({ keep: 2 })).toMatchObject({ moments: 2 })
  const bytes = (await readFile(path)).toString('latin1')
  expect(bytes).not.toMatch(/silver|vault|objects\/|moments\//iu)
  expect((await engine.backups.moments({ path, passphrase })).moments).toHaveLength(2)

  const there = await other('there')
  expect(await restore(there)).toMatchObject({ documents: { added: 1 }, sessions: { added: 2 } })
  expect(await ask(there, 'third')).toBe(await ask(engine, 'third'))
  expect(await there.check()).toMatchObject({ ok: true })
})

test('a wrong passphrase, none, and a plain backup for a sealed one are refused in a sentence, and nothing changes', async () => {
  const there = await other('closed')
  const before = await readFile(path)
  await expect(restore(there, { passphrase: 'pelican lamp' })).rejects.toMatchObject({ code: 'PASSWORD_WRONG' })
  await expect(restore(there, { passphrase: undefined })).rejects.toMatchObject({ code: 'PASSWORD_NEEDED' })
  await expect(engine.backups.moments({ path })).rejects.toMatchObject({ code: 'PASSWORD_NEEDED' })
  await expect(backUp({ passphrase: undefined })).rejects.toMatchObject({ code: 'PASSWORD_NEEDED' })
  await expect(backUp({ passphrase: 'pelican lamp 铁塔!' })).rejects.toMatchObject({ code: 'PASSWORD_WRONG' })
  const plain = join(folder, 'plain.tar')
  await backUp({ path: plain, passphrase: undefined })
  await expect(backUp({ path: plain })).rejects.toThrow(/begun without a passphrase/u)
  expect(await restore(await other('plain'), { path: plain })).toMatchObject({ documents: { added: 1 } })
  expect((await readFile(path)).equals(before)).toBe(true)
  expect(there.listDocuments({})).toEqual([])
})

test('a flipped bit is named as damage before anything is restored', async () => {
  const bytes = await readFile(path)
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
  const hurt = join(folder, 'hurt.sealed')
  await writeFile(hurt, bytes)
  const there = await other('hurt')
  await expect(restore(there, { path: hurt })).rejects.toThrow(/altered or damaged/u)
  expect(there.listDocuments({})).toEqual([])
})
