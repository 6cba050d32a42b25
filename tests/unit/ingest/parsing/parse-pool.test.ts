import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createParsePool, type ParsePool } from '@engine/ingest/parsing/parse-pool'
import { structureOf, textOf } from '../parsed-file'
import { smallDoc, smallOle } from '../small-ole'
import { smallPdf } from '../small-pdf'

let folder: string
let pool: ParsePool

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-parse-'))
  pool = createParsePool()
})

afterAll(async () => {
  await pool.close()
  await rm(folder, { recursive: true, force: true })
})

async function file(name: string, content: string | Uint8Array): Promise<{ path: string; name: string }> {
  const path = join(folder, name)
  await writeFile(path, content)
  return { path, name }
}

/** A worker that obeys the file name, to stand for parsers that hang, die or eat memory. */
const unruly = `
  export default async function (task) {
    if (task.name === 'hang') for (;;) {}
    if (task.name === 'eat') { const all = []; for (;;) all.push(new Array(1e5).fill(Math.random())) }
    if (task.name === 'die') process.exit(3)
    const bytes = new TextEncoder().encode('ok')
    const value = { format: 'text', title: 'ok', gaps: [], charCount: 2, textBytes: bytes, structureBytes: bytes, chunks: [] }
    return { ok: true, value }
  }
  export const isLoaded = () => true`

async function unrulyPool(timeoutMs: number): Promise<ParsePool> {
  const { path } = await file('unruly.mjs', unruly)
  return createParsePool({ workerFile: path, timeoutMs, memoryMb: 48 })
}

describe('createParsePool', () => {
  it('brings text, structure and chunks across', async () => {
    const parsed = await pool.parse(await file('a.md', '\ufeff# Titel\n\nGrüße, 世界 😀.\n'))
    expect(parsed).toMatchObject({ format: 'markdown', title: 'Titel', charCount: textOf(parsed).length })
    expect(structureOf(parsed).blocks).toHaveLength(2)
    expect(parsed.chunks[0]?.text).toBe('# Titel\n\nGrüße, 世界 😀.')
  })

  it('loads the packages of old Office files as Node does, not as a test does', async () => {
    const message = smallOle({ '__substg1.0_0037001F': 'Ice is thick', '__substg1.0_1000001F': 'We cross at noon.' })
    const parsed = await Promise.all([
      pool.parse(await file('a.msg', message)),
      pool.parse(await file('a.doc', smallDoc('We cross at noon.'))),
    ])
    for (const one of parsed) expect(textOf(one)).toContain('We cross at noon.')
  })

  it('cuts again what was parsed before', async () => {
    const parsed = await pool.parse(await file('b.md', '# T\n\nwords\n'))
    const { chunks, columns } = parsed
    expect(await pool.chunk({ text: textOf(parsed), structure: structureOf(parsed) })).toEqual({ chunks, columns })
  })

  it('gives every bad file its own typed error and reads the others', async () => {
    await symlink('loop', join(folder, 'loop'))
    execFileSync('mkfifo', [join(folder, 'pipe')])
    const inputs = [
      { path: join(folder, 'missing.txt'), name: 'missing.txt' },
      { path: join(folder, 'loop'), name: 'loop' },
      { path: join(folder, 'pipe'), name: 'pipe' },
      { path: '/dev/zero', name: 'zero' },
      { path: folder, name: 'folder' },
      await file('empty.md', ''),
      await file('cut.pdf', smallPdf([{ texts: [] }]).subarray(0, 40)),
      await file('good.txt', 'fine'),
    ]
    const results = await Promise.allSettled(inputs.map((input) => pool.parse(input)))
    const codes = results.map((result) =>
      result.status === 'rejected' ? (result.reason as { code: string }).code : 'ok',
    )
    expect(codes).toEqual([
      'FILE_VANISHED',
      'INVALID_INPUT',
      'INVALID_INPUT',
      'INVALID_INPUT',
      'INVALID_INPUT',
      'FILE_EMPTY',
      'FILE_CORRUPT',
      'ok',
    ])
  })

  it('ends a parser that hangs and reads on', async () => {
    const strict = await unrulyPool(400)
    const input = await file('x', 'x')
    const [hung, good] = await Promise.allSettled([strict.parse({ ...input, name: 'hang' }), strict.parse(input)])
    expect(hung).toMatchObject({ status: 'rejected', reason: { code: 'PARSE_TIMEOUT' } })
    expect(good.status).toBe('fulfilled')
    await expect(strict.parse(input)).resolves.toMatchObject({ title: 'ok' })
    await strict.close()
  })

  it('survives a worker that runs out of memory, and one that dies', async () => {
    const small = await unrulyPool(60_000)
    const input = await file('y', 'y')
    const results = await Promise.allSettled([
      small.parse({ ...input, name: 'eat' }),
      small.parse({ ...input, name: 'die' }),
      ...Array.from({ length: 6 }, () => small.parse(input)),
    ])
    expect(results[0]).toMatchObject({ reason: { code: 'PARSE_OUT_OF_MEMORY' } })
    expect(results[1]).toMatchObject({ reason: { code: 'FILE_CORRUPT' } })
    for (const result of results.slice(2)) expect(result.status).toBe('fulfilled')
    await small.close()
  })

  it('cancels a running file, a waiting one, and one not yet begun', async () => {
    const strict = await unrulyPool(60_000)
    const input = await file('z', 'z')
    const stop = new AbortController()
    const running = [1, 2, 3].map(() => strict.parse({ ...input, name: 'hang' }, stop.signal))
    setTimeout(() => stop.abort(), 300)
    for (const result of await Promise.allSettled(running))
      expect(result).toMatchObject({ reason: { code: 'CANCELLED' } })
    await expect(strict.parse(input, AbortSignal.abort())).rejects.toMatchObject({ code: 'CANCELLED' })
    await expect(strict.parse(input)).resolves.toMatchObject({ title: 'ok' })
    await strict.close()
  })

  // Catches a reading that never ends because its worker cannot be loaded (a broken installation, an update half done).
  it.each([
    ['is not there', undefined],
    ['has a mistake', 'export default function ( {'],
    ['throws', 'throw new Error("no such package")'],
  ])('says of every file that its reader cannot be loaded where that %s', async (_, code) => {
    const name = `broken-${code?.length ?? 0}.mjs`
    const workerFile = code === undefined ? join(folder, name) : (await file(name, code)).path
    const broken = createParsePool({ workerFile })
    const task = await file('fine.md', '# Fine\n\nwords')
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => broken.parse(task)))
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'INTERNAL' } })
      expect(String((outcome as PromiseRejectedResult).reason)).toContain('could not be loaded')
    }
    await broken.close()
  })

  it('reads again as soon as its reader can be loaded', async () => {
    const workerFile = join(folder, 'late.mjs')
    const late = createParsePool({ workerFile })
    const task = { path: join(folder, 'fine.md'), name: 'fine.md' }
    await expect(late.parse(task)).rejects.toMatchObject({ code: 'INTERNAL' })
    await file('late.mjs', unruly)
    expect(await late.parse(task)).toMatchObject({ title: 'ok' })
    await late.close()
  })
})
