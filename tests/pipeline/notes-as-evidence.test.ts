import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CairnEvent } from '@shared/events'
import type { ExportChunk } from '@shared/session/turn-context'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import { evidenceItem, refTo } from '../support/research/sample-run'

const resources = resolve(import.meta.dirname, '../../resources')
let folder = ''
let engine: Engine

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-notes-'))
  engine = await createEngine({ folder: join(folder, 'store'), resources })
})

afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

const names = () => engine.listDocuments({ statuses: ['ready'] }).map(({ name }) => name)

async function finalOf(question: string): Promise<Extract<CairnEvent, { type: 'final' }>> {
  for await (const event of engine.ask({ question })) if (event.type === 'final') return event
  throw new Error('no answer')
}

async function evidenceOf(question: string) {
  const found: Extract<CairnEvent, { type: 'evidence' }>['items'] = []
  for await (const event of engine.ask({ question })) if (event.type === 'evidence') found.push(...event.items)
  return found
}

describe('a notebook used as evidence', () => {
  test('answers questions as the user’s notes, follows its changes, and goes when it is switched off', async () => {
    const { id } = await engine.notes.create('Hut diary 木屋')
    const source = evidenceItem(1, 'The hut was opened in 1921.')
    await engine.notes.add(id, {
      ...{ kind: 'answer', text: 'The Zwickel hut was opened in 1921 [1].', sources: [source] },
      ...{ refs: [refTo(source)], from: { session_id: 's1' } },
    })
    expect(names()).toEqual([])
    await engine.notes.useAsEvidence(id, true)
    await expect.poll(names, { timeout: 30_000 }).toEqual(['Hut diary 木屋.cairn-notes'])
    expect(engine.listDocuments({})).toMatchObject([{ collection: 'Notes', format: 'notes', title: 'Hut diary 木屋' }])

    const [first] = await evidenceOf('When was the Zwickel hut opened?')
    expect(first).toMatchObject({ format: 'notes', document_name: 'Hut diary 木屋.cairn-notes' })
    const { response, refs } = await finalOf('When was the Zwickel hut opened?')
    expect(response).toContain('The Zwickel hut was opened in 1921')
    // The mark that the saved answer had is not one of this answer's.
    expect(response.match(/\[\d+\]/gu)).toHaveLength(refs.length)

    const [document] = engine.listDocuments({})
    const { items } = await engine.notes.get(id)
    await engine.notes.edit(id, items[0]?.id ?? '', 'The Zwickel hut was opened in 1934.')
    const text = async () => (await engine.readDocument(document?.id ?? '')).text
    await expect.poll(text, { timeout: 30_000 }).toContain('1934')

    await engine.notes.useAsEvidence(id, false)
    await expect.poll(names, { timeout: 30_000 }).toEqual([])
  }, 120_000)

  test('is switched off where the user deletes its document, and on again by undo', async () => {
    const { id } = await engine.notes.create('Pumps')
    await engine.notes.useAsEvidence(id, true)
    await expect.poll(() => engine.listDocuments({}).length, { timeout: 30_000 }).toBe(1)
    const [document] = engine.listDocuments({})
    const isUsed = async () => (await engine.notes.get(id)).as_evidence
    await engine.trashDocuments([document?.id ?? ''])
    await expect.poll(isUsed, { timeout: 10_000 }).toBe(false)
    await engine.restoreDocuments([document?.id ?? ''])
    await expect.poll(isUsed, { timeout: 10_000 }).toBe(true)
  }, 60_000)

  test('leaves as a Word file', async () => {
    const { id } = await engine.notes.create('Word')
    await engine.notes.add(id, { kind: 'text', text: 'Own words.', sources: [], refs: [], from: {} })
    const chunks: ExportChunk[] = []
    for await (const chunk of engine.notes.export(id, { format: 'docx' })) chunks.push(chunk)
    expect(chunks.map(({ type }) => type)).toEqual(['start', 'data', 'end'])
    expect(chunks[0]).toMatchObject({ name: 'Word.docx' })
  }, 60_000)
})
