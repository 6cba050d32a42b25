import { gzipSync } from 'node:zlib'
import { pack, type Header } from 'tar-stream'
import { describe, expect, it } from 'vitest'
import { sniffFormat } from '@engine/ingest/files/sniff'
import { unpack } from './unpack'

type Entry = Partial<Omit<Header, 'name'>> & { readonly content?: string | Uint8Array }

async function tar(entries: Record<string, Entry | string>): Promise<Uint8Array> {
  const archive = pack()
  const mtime = new Date('2024-05-06T10:00:00Z')
  for (const [name, entry] of Object.entries(entries)) {
    const { content = '', ...header } = typeof entry === 'string' ? { content: entry } : entry
    archive.entry({ name, mtime, ...header }, Buffer.from(content))
  }
  archive.finalize()
  const pieces: Uint8Array[] = []
  for await (const piece of archive) pieces.push(piece as Uint8Array)
  return new Uint8Array(Buffer.concat(pieces))
}

/** A header of 512 bytes, changed and with its checksum made anew. */
function rewritten(bytes: Uint8Array, change: (header: Buffer) => void, at = 0): Uint8Array {
  const file = Buffer.from(bytes)
  const header = file.subarray(at, at + 512)
  change(header)
  header.write('        ', 148, 'latin1')
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return new Uint8Array(file)
}

const three = () => tar({ './a.md': '# A', 'folder/b.txt': 'B', 'folder/': { type: 'directory' }, './._a.md': 'x' })

describe('tarParser', () => {
  it.each([
    ['x.tar', (bytes: Uint8Array) => bytes],
    ['x.tar.gz', (bytes: Uint8Array) => new Uint8Array(gzipSync(bytes))],
    ['x.tgz', (bytes: Uint8Array) => new Uint8Array(gzipSync(bytes))],
    ['x', (bytes: Uint8Array) => bytes],
  ])('gives the files of %s with when they were changed', async (name, packed) => {
    const { parsed, texts, modified, gaps } = await unpack(packed(await three()), name)
    expect(Object.fromEntries(texts)).toEqual({ 'a.md': '# A', 'folder/b.txt': 'B' })
    expect(parsed.structure).toMatchObject({ format: 'tar', title: name })
    expect(new Date(modified[0] ?? 0).toISOString()).toBe('2024-05-06T10:00:00.000Z')
    expect(gaps).toEqual([])
  })

  it('reads names that are longer than a header holds, and old ones that are not UTF-8', async () => {
    const long = `${'long folder/'.repeat(15)}报告.txt`
    expect((await unpack(await tar({ [long]: 'x' }), 'x.tar')).paths).toEqual([long])
    const old = rewritten(await tar({ xxxxxxxxxx: 'x' }), (header) => header.write('B\u00fccher.txt', 0, 'latin1'))
    expect((await unpack(old, 'x.tar')).paths).toEqual(['Bücher.txt'])
    const gbk = Buffer.from('bbe1d2e9bcc7c2bc2e747874', 'hex')
    const chinese = rewritten(await tar({ ['x'.repeat(gbk.length)]: 'x' }), (header) => header.set(gbk, 0))
    expect((await unpack(chinese, 'x.tar')).paths).toEqual(['会议记录.txt'])
  })

  it('is known by the checksum of its first header, also without the mark of newer ones', async () => {
    const old = rewritten(await three(), (header) => header.fill(0, 257, 265))
    expect(sniffFormat(old, 'x')).toBe('tar')
    expect((await unpack(old, 'x')).paths).toContain('a.md')
    const changed = await three()
    changed[0] = 0x2f
    expect(() => sniffFormat(changed, 'x.tar')).toThrow(/damaged/u)
  })
})

describe('hostile and damaged TAR archives', () => {
  it('follows no link, opens no device, and says so', async () => {
    const { paths, gaps } = await unpack(
      await tar({
        soft: { type: 'symlink', linkname: '/etc/passwd' },
        hard: { type: 'link', linkname: 'a.txt' },
        pipe: { type: 'fifo' },
        'a.txt': 'a',
        '../../b.txt': 'b',
        '/c.txt': 'c',
      }),
      'x.tar',
    )
    expect(paths).toEqual(['a.txt', 'b.txt', 'c.txt'])
    expect(gaps).toEqual([
      '2 files were not read (links to other files): soft, hard.',
      '1 file was not read (no file but a device, a pipe or a file with holes): pipe.',
    ])
  })

  it('keeps both of two files with one path', async () => {
    const [one, two] = [await tar({ 'a.txt': '1' }), await tar({ 'a.txt': '2' })]
    const both = new Uint8Array(Buffer.concat([one.subarray(0, 1024), two]))
    expect(Object.fromEntries((await unpack(both, 'x.tar')).texts)).toEqual({ 'a.txt': '1', 'a (2).txt': '2' })
  })

  // Would catch a reader that waits for, or makes room for, the bytes that a header claims.
  it('believes no size that a header claims', async () => {
    const claim = (size: number) => async () =>
      rewritten(await tar({ 'b.txt': 'b' }), (header) => header.write(`${size.toString(8).padStart(11, '0')}\0`, 124))
    const first = (await tar({ 'a.txt': 'a' })).subarray(0, 1024)
    for (const size of [5000, 8_000_000_000]) {
      const bytes = new Uint8Array(Buffer.concat([first, await claim(size)()]))
      const { paths, gaps } = await unpack(bytes, 'x.tar')
      expect(paths).toEqual(['a.txt'])
      expect(gaps.join()).toContain('damaged or cut off')
    }
  })

  it('reads what stands before the place where it is cut off', async () => {
    const bytes = await tar(Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`f${at}.txt`, 'x'.repeat(700)])))
    const counts: number[] = []
    for (let part = 1; part < 11; part += 1) {
      const cut = bytes.subarray(0, Math.floor((6 * 1536 * part) / 11) + 7)
      const read = await unpack(cut, 'x.tar').catch((thrown: unknown) => {
        expect(thrown).toMatchObject({ code: 'FILE_CORRUPT' })
      })
      counts.push(read?.paths.length ?? 0)
      if (read) expect(read.gaps.join()).toContain('damaged or cut off')
    }
    expect(counts).toEqual([0, 1, 1, 2, 2, 3, 4, 4, 5, 5])
  })

  it('reads what stands before the place where a packed one is cut off', async () => {
    const lines = (seed: number) => Array.from({ length: 4000 }, (_, at) => (at * 7919 * seed) % 9973).join(' ')
    const packed = gzipSync(await tar({ 'a.txt': lines(1), 'b.txt': lines(2), 'c.txt': lines(3) }))
    const { paths, gaps } = await unpack(new Uint8Array(packed.subarray(0, packed.length / 2)), 'x.tgz')
    expect(paths).toEqual(['a.txt'])
    expect(gaps.join()).toContain('damaged or cut off')
  })

  it('refuses a bomb while it unpacks, also where its bytes hide in a file that is left out', async () => {
    for (const name of ['zeros.txt', '.hidden', 'soft']) {
      const bomb = gzipSync(await tar({ [name]: { content: new Uint8Array(8_000_000) } }))
      const work = unpack(new Uint8Array(bomb), 'x.tgz', { bombBytes: 1_000_000 })
      await expect(work).rejects.toMatchObject({ code: 'ARCHIVE_BOMB' })
    }
  })

  it('stops at the number of files, and at their bytes', async () => {
    const bytes = await tar(Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`f${at}.txt`, 'x'.repeat(100)])))
    const few = await unpack(bytes, 'x.tar', { count: 3 })
    expect(few.paths).toHaveLength(3)
    expect(few.gaps).toEqual(['3 of at least 3 files were read; together they are too many or too large.'])
    expect((await unpack(bytes, 'x.tar', { bytes: 450 })).gaps).toEqual([
      '4 of at least 5 files were read; together they are too many or too large.',
    ])
    expect((await unpack(bytes, 'x.tar', { mayHold: false })).paths).toEqual([])
  })
})

describe('gzipParser', () => {
  it('gives the one file that was packed, called as the packed one is or as its header says', async () => {
    const packed = new Uint8Array(gzipSync('Hello.'))
    const { parsed, texts } = await unpack(packed, 'note.txt.gz')
    expect(Object.fromEntries(texts)).toEqual({ 'note.txt': 'Hello.' })
    expect(parsed.structure).toMatchObject({ format: 'gzip', title: 'note.txt.gz' })
    const named = Buffer.concat([packed.subarray(0, 10), Buffer.from('inner.md\0'), packed.subarray(10)])
    named[3] = 8
    expect((await unpack(new Uint8Array(named), 'download')).paths).toEqual(['inner.md'])
  })

  it('refuses a bomb while it unpacks, and one that is cut off', async () => {
    const bomb = new Uint8Array(gzipSync(new Uint8Array(8_000_000)))
    const work = unpack(bomb, 'x.txt.gz', { bombBytes: 1_000_000 })
    await expect(work).rejects.toMatchObject({ code: 'ARCHIVE_BOMB' })
    const packed = new Uint8Array(gzipSync('Hello, this is a text. '.repeat(50)))
    for (let part = 1; part < 11; part += 1) {
      const cut = packed.subarray(0, Math.floor((packed.length * part) / 11))
      await expect(unpack(cut, 'x.txt.gz')).rejects.toMatchObject({ code: expect.stringMatching(/^F/u) as string })
    }
  })
})
