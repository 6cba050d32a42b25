import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'vitest'
import { createEngine } from '@engine/engine'

const resources = resolve(import.meta.dirname, '../../resources')
test('debug', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'backup32-debug-'))
  await cp('/tmp/backup32-2k/store', join(folder, 'store'), { recursive: true })
  await rm(join(folder, 'store', 'lock'), { force: true })
  const path = join(folder, 'b.tar')
  const mapped = async (e: any) => { for (;;) { const { building, documents } = e.graph.state(); if (!building && documents.total > 0 && documents.done === documents.total) return; await new Promise((g) => setTimeout(g, 100)) } }
  let engine = await createEngine({ folder: join(folder, 'store'), resources })
  await mapped(engine)
  const documents = engine.listDocuments({ statuses: ['ready'] })
  const qs: string[] = []
  for (let n = 0; n < 100; n += 1) {
    const { text } = await engine.readDocument(documents[(n * 7) % documents.length]?.id ?? '')
    const sentences = text.split(/[.。!?\n]+/u).filter((s) => s.trim().length > 20)
    qs.push(`What do the reports say of ${(sentences[(n * 13) % sentences.length] ?? 'report').trim().slice(0, 60)}?`)
  }
  const ask = async (e: any, q: string) => {
    for (let k = 0; ; k++) {
      const out: string[] = []
      let deg = false
      for await (const ev of e.askAside({ question: q, search_anyway: true })) {
        if (ev.type === 'stage_end') { if (ev.status === 'degraded') deg = true; out.push(`${ev.stage} ${ev.status} ${ev.summary ?? ''} ${ev.reason ?? ''}`) }
        if (ev.type === 'evidence') out.push(...ev.items.map((i: any) => JSON.stringify([i.document_id, i.chunk_id ?? i.id, i.score, i.source_type, i.text.slice(0, 60)])))
        if (ev.type === 'final') out.push(ev.response)
      }
      if (!deg || k > 3) return out.join('\n')
    }
  }
  const all = async (e: any) => { const r: string[] = []; for (const q of qs) r.push(await ask(e, q)); return r }
  for await (const s of engine.backups.backUp({ path })) void s
  const here = await all(engine)
  await engine.close()
  let other = await createEngine({ folder: join(folder, 'other'), resources })
  for await (const s of other.backups.restore({ path, whole_part: false })) void s
  await mapped(other)
  const there = await all(other)
  await other.close()
  other = await createEngine({ folder: join(folder, 'other'), resources })
  await mapped(other)
  const there2 = await all(other)
  await other.close()
  engine = await createEngine({ folder: join(folder, 'store'), resources })
  await mapped(engine)
  const here2 = await all(engine)
  await engine.close()
  const strip = (s?: string) => s
  const n = (a: string[], b: string[]) => a.filter((x, i) => strip(x) === strip(b[i])).length
  const lines = [`here/there ${n(here, there)} here/here2 ${n(here, here2)} there/there2 ${n(there, there2)} here2/there2 ${n(here2, there2)} here/there2 ${n(here, there2)}`]
  qs.forEach((q, i) => { if (here[i] !== there[i]) lines.push('=== ' + q, '--- here', here[i] ?? '', '--- there', there[i] ?? '', '--- here2', here2[i] ?? '', '--- there2', there2[i] ?? '') })
  await writeFile('/tmp/backup32-debug.txt', lines.join('\n'))
}, 1_500_000)
