import { describe, expect, it, onTestFinished } from 'vitest'
import type { ExportChunk } from '@shared/session/turn-context'
import { ReportFiles } from '@engine/research/export/report-files'
import { everyBlock, runWith } from '../../../support/research/sample-run'

function opened(): ReportFiles {
  const files = new ReportFiles()
  onTestFinished(() => files.close())
  return files
}

async function all(chunks: AsyncIterable<ExportChunk>): Promise<ExportChunk[]> {
  const list: ExportChunk[] = []
  for await (const chunk of chunks) list.push(chunk)
  return list
}

const run = runWith(everyBlock.report, everyBlock.evidence)
const none = { passages: 0, sentences: 0, paths: 0 }

describe('reports written in a thread', () => {
  it('come whole, with their name and size', async () => {
    const chunks = await all(opened().export(run, 'pdf', none))
    const [start] = chunks
    const end = chunks.at(-1)
    expect(start).toMatchObject({ type: 'start', name: 'Two huts compared.pdf', media_type: 'application/pdf' })
    const bytes = Buffer.concat(
      chunks.flatMap((chunk) => (chunk.type === 'data' ? [Buffer.from(chunk.base64, 'base64')] : [])),
    )
    expect(end).toMatchObject({ type: 'end', bytes: bytes.length })
    expect(bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-')
  })

  it('fail with what is wrong, and the next one is written', async () => {
    const files = opened()
    await expect(all(files.export(runWith(null, []), 'docx', none))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await all(files.export(run, 'docx', none))).length).toBeGreaterThan(2)
  })

  it('can be called off', async () => {
    const files = opened()
    await expect(all(files.export(run, 'pdf', none, AbortSignal.abort()))).rejects.toMatchObject({ code: 'CANCELLED' })
    expect((await all(files.export(run, 'markdown', none))).length).toBe(3)
  })
})
