import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { CairnError } from '@shared/errors'
import type { SessionContext } from '@shared/session/session-context'
import { writeBundle } from '@engine/session/export/bundle/bundle'
import { BundleManifest } from '@engine/session/export/bundle/bundle-manifest'
import type { ReadPart } from '@engine/session/export/bundle/bundle-parts'
import { sessionJson } from '@engine/session/export/bundle/canonical-json'
import { readBundle } from '@engine/session/export/bundle/read-bundle'
import { readSessionJson } from '@engine/session/export/bundle/read-session-json'
import { rounds } from '../../../../rounds'
import { everyBlock, runWith } from '../../../../support/research/sample-run'
import { recordedSession } from '../recorded-session'

const formats = { modelContexts: (context: SessionContext) => [{ id: context.session.session_id }] }

async function* each(sessions: readonly SessionContext[]): AsyncGenerator<SessionContext> {
  for (const session of sessions) yield await Promise.resolve(session)
}

async function bundleOf(sessions: readonly SessionContext[]): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  const sink = (bytes: Uint8Array) => {
    pieces.push(bytes)
    return Promise.resolve()
  }
  await writeBundle(each(sessions), { formats, sink }, new AbortController().signal)
  return Buffer.concat(pieces)
}

async function readAll(from: Uint8Array | string): Promise<SessionContext[]> {
  const sessions: SessionContext[] = []
  for await (const session of (await readBundle(from)).sessions()) sessions.push(session)
  return sessions
}

async function refusal(bytes: Uint8Array): Promise<string> {
  const error: unknown = await readAll(bytes).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof CairnError)) throw new Error('not refused', { cause: error })
  expect(error.code).toBe('INVALID_INPUT')
  expect(error.action).not.toBe('')
  return error.message
}

const chinese = recordedSession(
  's-2',
  [{ id: 't', question: '天空是什么颜色？', cites: [{ says: '天空是蓝色的。', document: '颜色<手册>.md' }] }],
  { locale: 'zh-CN', title: '关于颜色 <script>' },
)
const small = [recordedSession('s-1', [{ id: 't', question: 'Blue?', cites: [{ says: 'The sky is blue.' }] }]), chinese]
const bundle = await bundleOf(small)

describe('a bundle', () => {
  test('holds the research that was begun from its sessions, linked behind each, and reads back with it', async () => {
    const pieces: Uint8Array[] = []
    const page = '<!doctype html><p>Report</p>'
    const whole = runWith(everyBlock.report, everyBlock.evidence)
    const run = { ...whole, header: { ...whole.header, id: 'r_1' } }
    const book = { id: 'n_1', title: 'Notes', items: [], as_evidence: false, created_at: '', updated_at: '' }
    const runs = [{ kind: 'research', id: 'r_1', title: 'Huts <compared>', page, data: run }] as const
    const others = [{ kind: 'notebook', id: 'n_1', title: 'Notes', page, data: book }] as const
    await writeBundle(
      each(small),
      {
        formats,
        parts: {
          of: (id) => Promise.resolve(id === 's-1' ? runs : []),
          others: (ids) => Promise.resolve(ids.has('s-2') ? others : []),
        },
        sink: (bytes) => Promise.resolve(void pieces.push(bytes)),
      },
      new AbortController().signal,
    )
    const bytes = Buffer.concat(pieces)
    const files = unzipSync(bytes)
    const text = (name: string) => Buffer.from(files[name] ?? []).toString('utf8')
    expect(text('research/r_1.html')).toBe(page)
    expect(text('index.html')).toContain('<a href="research/r_1.html"><bdi>Huts &lt;compared&gt;</bdi></a>')
    expect(text('index.html').match(/research\//gu)).toHaveLength(1)
    expect(await readAll(bytes)).toEqual(await readAll(bundle))
    const parts: ReadPart[] = []
    for await (const part of (await readBundle(bytes)).parts()) parts.push(part)
    expect(parts).toEqual([
      { kind: 'notebook', whole: book },
      { kind: 'research', whole: run },
    ])
    const versions = [bytes, bundle].map((one) => {
      return BundleManifest.parse(JSON.parse(Buffer.from(unzipSync(one)['manifest.json'] ?? []).toString())).version
    })
    expect(versions).toEqual([2, 1])
  })

  // Catches a newer bundle that is called damaged because there is a kind of file in it that this Cairn does not know.
  test('of a newer Cairn says so, whatever is in it', async () => {
    const files = unzipSync(bundle)
    const manifest: unknown = JSON.parse(Buffer.from(files['manifest.json'] ?? []).toString())
    const newer = { ...(manifest as object), version: 3 }
    const bytes = zipSync({
      ...files,
      'dreams/d_1.json': Buffer.from('{}'),
      'manifest.json': Buffer.from(JSON.stringify(newer)),
    })
    expect(await refusal(bytes)).toContain('newer Cairn')
  })

  test('opens as an ordinary zip file and holds every format, the manifest last', async () => {
    const files = unzipSync(bundle)
    const names = Object.keys(files)
    expect(names.at(-1)).toBe('manifest.json')
    expect(names).toHaveLength(13)
    const manifest = BundleManifest.parse(JSON.parse(Buffer.from(files['manifest.json'] ?? []).toString()))
    expect(manifest.files.map(({ name }) => name)).toEqual(names.filter((name) => name !== 'manifest.json').toSorted())
    expect(manifest.sessions[1]).toEqual({
      id: 's-2',
      title: '关于颜色 <script>',
      turns: 1,
      documents: [{ document_id: 'doc-t-0', name: '颜色<手册>.md', revision: 'r1', document_sha256: 'ab'.repeat(32) }],
      models: [],
      settings: [{ mode: 'kb', temperature: 0 }],
    })
    expect(Buffer.from(files['index.html'] ?? []).toString()).toContain('关于颜色 &lt;script&gt;')
    expect(JSON.parse(Buffer.from(files['passages/s-2.json'] ?? []).toString())).toMatchObject([
      { document: '颜色<手册>.md', page: 1, text: 'Before. 天空是蓝色的。 After.', selectors: ['chars:8-15'] },
    ])
    expect(await readAll(bundle)).toEqual(small)
  })

  test('is read from a file as from memory', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cairn-bundle-'))
    try {
      const path = join(folder, '导出.cairn.zip')
      await writeFile(path, bundle)
      expect(await readAll(path)).toEqual(small)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('written, read and written again has the same bytes, in whatever order its fields were', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 })
    const session = fc.record({ question: text, says: text, title: text, more: fc.jsonValue(), at: fc.nat(3) })
    await fc.assert(
      fc.asyncProperty(fc.array(session, { minLength: 1, maxLength: 3 }), async (given) => {
        const sessions = given.map(({ question, says, title, more }, at) => ({
          ...recordedSession(`s${at}`, [{ id: 't', question, cites: [{ says }] }], { title }),
          more,
        }))
        const first = await bundleOf(sessions)
        expect((await bundleOf(await readAll(first))).equals(first)).toBe(true)
        const turned = sessions.map(
          (one) => Object.fromEntries(Object.entries(one).toReversed()) as unknown as SessionContext,
        )
        expect((await bundleOf(turned)).equals(first)).toBe(true)
      }),
      { numRuns: rounds(3, 50) },
    )
  })

  test('stores what packs too well, so that it is not taken for a bomb when it is read', async () => {
    const dull = recordedSession('s', [{ id: 't', question: 'a'.repeat(500_000), cites: [] }])
    expect(await readAll(await bundleOf([dull]))).toEqual([dull])
  })

  test('is not begun with ids that are no file names, and not with an id twice', async () => {
    await expect(bundleOf([recordedSession('会话', [{ id: 't', question: 'q', cites: [] }])])).rejects.toThrow(
      CairnError,
    )
    await expect(bundleOf([small[0], small[0]].filter((one) => one !== undefined))).rejects.toThrow('ascending')
  })

  test('stops when it is cancelled', async () => {
    const abort = new AbortController()
    const sink = () => {
      abort.abort()
      return Promise.resolve()
    }
    await expect(writeBundle(each(small), { formats, sink }, abort.signal)).rejects.toThrow('aborted')
  })
})

describe('a bundle is refused', () => {
  test('cut off anywhere', async () => {
    for (let length = 0; length < bundle.length; length += 97) await refusal(bundle.subarray(0, length))
  })

  test('with any byte changed, unless what is read is the same (bug: wrong content taken for right)', async () => {
    const only = await bundleOf([
      { ...recordedSession('s', [{ id: 't', question: 'q', cites: [] }]), meta: { title: 'T' } },
    ])
    const expected = await readBundle(only)
    const directory = only.indexOf('PK\x01\x02')
    for (let at = 0; at < only.length; at += 1) {
      // Of packed content, which its hash guards, every eleventh byte; of headers and the directory all.
      const header = only.lastIndexOf('PK\x03\x04', at)
      if (at < directory && at - header > 60 && at % 11 > 0) continue
      const changed = Buffer.from(only)
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8))
      try {
        const { manifest, sessions } = await readBundle(changed)
        expect(manifest).toEqual(expected.manifest)
        for await (const session of sessions()) {
          expect(sessionJson(session)).toBe(sessionJson((await expected.sessions().next()).value as SessionContext))
        }
      } catch (error) {
        if (!(error instanceof CairnError)) throw error
      }
    }
  })

  /** The bundle made anew by another program, with files changed, added or left out. */
  const remade = (change: Record<string, Uint8Array | undefined>) =>
    zipSync(
      Object.fromEntries(
        Object.entries({ ...unzipSync(bundle), ...change }).flatMap(([name, bytes]) => (bytes ? [[name, bytes]] : [])),
      ),
    )
  const manifestWith = (change: (manifest: Record<string, unknown>) => unknown) => {
    const value = JSON.parse(Buffer.from(unzipSync(bundle)['manifest.json'] ?? []).toString()) as Record<
      string,
      unknown
    >
    return remade({ 'manifest.json': strToU8(JSON.stringify(change(value))) })
  }

  test('made anew with the same files it is fine', async () => {
    expect(await readAll(remade({}))).toEqual(small)
  })

  test.each<[string, () => Uint8Array, RegExp]>([
    ['no zip', () => strToU8('hello, not a zip file at all'), /not a zip/u],
    ['nothing', () => new Uint8Array(), /not a zip/u],
    ['no manifest', () => remade({ 'manifest.json': undefined }), /no manifest/u],
    ['another manifest', () => remade({ 'manifest.json': strToU8('{"format":"x"}') }), /not that of a Cairn bundle/u],
    ['no JSON', () => remade({ 'manifest.json': strToU8('{') }), /not JSON/u],
    ['newer', () => manifestWith((manifest) => ({ ...manifest, version: 3 })), /made by a newer Cairn/u],
    ['no files', () => manifestWith((manifest) => ({ ...manifest, files: 1 })), /files/u],
    ['unlisted session', () => manifestWith((manifest) => ({ ...manifest, sessions: [] })), /not in the list/u],
    ['missing file', () => remade({ 'pages/s-1.md': undefined }), /pages\/s-1\.md is missing/u],
    ['extra file', () => remade({ 'pages/s-9.md': strToU8('x') }), /not in its manifest/u],
    [
      'changed',
      () => remade({ 'index.html': Buffer.from(unzipSync(bundle)['index.html'] ?? []).reverse() }),
      /SHA-256/u,
    ],
    ['longer', () => remade({ 'index.html': strToU8('x') }), /bytes/u],
    ['..', () => remade({ '../x.json': strToU8('x') }), /does? ?not|is not a file/u],
    ['absolute', () => remade({ '/sessions/s-1.json': strToU8('x') }), /is not a file/u],
    ['backslash', () => remade({ 'sessions\\s-1.json': strToU8('x') }), /is not a file/u],
    ['folder', () => remade({ 'sessions/a/b.json': strToU8('x') }), /is not a file/u],
  ])('%s', async (_name, bytes, reason) => {
    expect(await refusal(bytes())).toMatch(reason)
  })

  test('for a session that is not valid, is another one, or has no usable id, though every hash agrees', async () => {
    const withSession = async (text: string) => {
      const { createHash } = await import('node:crypto')
      const bytes = strToU8(text)
      const files = unzipSync(bundle)
      const manifest = BundleManifest.parse(JSON.parse(Buffer.from(files['manifest.json'] ?? []).toString()))
      for (const file of manifest.files) {
        if (file.name !== 'sessions/s-1.json') continue
        file.bytes = bytes.length
        file.sha256 = createHash('sha256').update(bytes).digest('hex')
      }
      return refusal(remade({ 'sessions/s-1.json': bytes, 'manifest.json': strToU8(JSON.stringify(manifest)) }))
    }
    expect(await withSession('{"schema_version":"1.0"}')).toContain('session')
    expect(await withSession(sessionJson(chinese))).toContain('another session, "s-2"')
    const odd = { ...chinese, session: { ...chinese.session, session_id: '../x' } }
    expect(await withSession(sessionJson(odd))).toContain('session.session_id')
  })

  test('with a name twice', async () => {
    const twice = Buffer.from(zipSync({ 'pages/a.md': strToU8('1'), 'pages/b.md': strToU8('2') }))
    for (let at = twice.indexOf('pages/b.md'); at >= 0; at = twice.indexOf('pages/b.md')) twice.write('pages/a.md', at)
    expect(await refusal(twice)).toContain('twice')
  })

  test('that is a bomb, before it is unpacked: too much, packed too well, or longer than it says', async () => {
    const bomb = zipSync({ 'manifest.json': new Uint8Array(30_000_000) })
    expect(await refusal(bomb)).toContain('far more')
    const liar = Buffer.from(bomb)
    liar.writeUInt32LE(1000, liar.lastIndexOf('PK\x01\x02') + 24)
    expect(await refusal(liar)).toContain('damaged')
    await expect(readBundle(bundle, { limits: { file: 1000, total: 1e9 } })).rejects.toThrow('larger than')
    await expect(readBundle(bundle, { limits: { file: 1e9, total: 10_000 } })).rejects.toThrow('larger than')
    const shared = Buffer.from(zipSync({ 'pages/a.md': strToU8('1'), 'pages/b.md': strToU8('1') }))
    shared.writeUInt32LE(0, shared.lastIndexOf('PK\x01\x02') + 42)
    expect(await refusal(shared)).toContain('overlaps')
  })
})

describe('a lone session file', () => {
  test('is read, and refused with the path of what is wrong', () => {
    expect(readSessionJson(`\uFEFF${sessionJson(chinese)}`)).toEqual(chinese)
    expect(() => readSessionJson('[')).toThrow('not JSON')
    const message = chinese.session.messages.map((each, at) => (at === 0 ? { ...each, role: 'boss' } : each))
    const wrong = { ...chinese, session: { ...chinese.session, messages: message } }
    expect(() => readSessionJson(JSON.stringify(wrong))).toThrow('session.messages[0].role')
  })
})
