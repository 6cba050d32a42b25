import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import { sampleMemory } from '../../bench/memory/process-memory'
import { createAsker } from '../../bench/memory/soak-steps'
import { rounds } from '../rounds'
import { copySampleStore } from '../sample-store'

const resources = resolve(import.meta.dirname, '../../resources')
/** Until then caches fill. */
const before = rounds(40, 80)
const measured = rounds(60, 120)
/** A turn that was kept took .7 MB; sessions that are kept while they are used take .04 MB a turn. */
const mostMegabytes = 25
/** Files that happen to be open at that moment. */
const mostHandles = 8

let folder = ''
let engine: Engine

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-growth-'))
  await copySampleStore(join(folder, 'store'))
  engine = await createEngine({ folder: join(folder, 'store'), resources })
})

afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

test(`${before + measured} questions leave neither memory nor open files behind (bug: an engine kept every turn, 1 GB after 1,400)`, async () => {
  const sentences = [
    'The hut was opened to visitors in the summer after the dam was finished.',
    'The measuring station reports turbidity and water level every hour.',
    '观测站每小时报告水位和浊度，并把读数写进值班日志。',
  ]
  const ask = createAsker(engine, sentences)
  for (let asked = 0; asked < before; asked += 1) await ask()
  const full = await sampleMemory()
  for (let asked = 0; asked < measured; asked += 1) await ask()
  const after = await sampleMemory()
  expect(after.heap_used_mb + after.array_buffers_mb).toBeLessThan(
    full.heap_used_mb + full.array_buffers_mb + mostMegabytes,
  )
  expect(after.handles ?? 0).toBeLessThanOrEqual((full.handles ?? 0) + mostHandles)
}, 300_000)
