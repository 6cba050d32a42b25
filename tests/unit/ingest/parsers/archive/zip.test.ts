import { randomBytes } from 'node:crypto'
import { strToU8, zipSync, type Zippable } from 'fflate'
import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { sniffFormat } from '@engine/ingest/files/sniff'
import { smallDocx } from '../../small-docx'
import { unpack } from './unpack'

const zip = (files: Record<string, string | Uint8Array>, options: Parameters<typeof zipSync>[1] = {}) =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, content]) => [name, typeof content === 'string' ? strToU8(content) : content]),
    ) as Zippable,
    options,
  )

/** Bytes of an archive with each occurrence of a name written otherwise; both are of one length. */
function renamed(bytes: Uint8Array, from: string, to: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes)
  for (let at = file.indexOf(from); at !== -1; at = file.indexOf(from, at + 1)) file.set(to, at)
  return new Uint8Array(file)
}

/** Offsets of the lines of an archive's directory. */
function directoryLines(file: Buffer): number[] {
  const lines: number[] = []
  for (let at = file.indexOf('PK\x01\x02'); at !== -1; at = file.indexOf('PK\x01\x02', at + 1)) lines.push(at)
  return lines
}

/** An archive whose directory is changed line by line. */
function withDirectory(bytes: Uint8Array, change: (file: Buffer, line: number, index: number) => void): Uint8Array {
  const file = Buffer.from(bytes)
  for (const [index, line] of directoryLines(file).entries()) change(file, line, index)
  return new Uint8Array(file)
}

describe('zipParser', () => {
  it('gives each file by its path, and a list of them as its own text', async () => {
    const bytes = zip({ 'a.md': '# A', 'folder/': '', 'folder/b.txt': 'B', 'folder/deep/c.txt': '' })
    const { parsed, texts, gaps } = await unpack(bytes, 'x.zip')
    expect(Object.fromEntries(texts)).toEqual({ 'a.md': '# A', 'folder/b.txt': 'B', 'folder/deep/c.txt': '' })
    expect(parsed.structure).toMatchObject({ format: 'zip', title: 'x.zip', gaps: [] })
    expect(parsed.text).toBe(
      'x.zip\n\nHolds these files:\n\na.md (3 bytes)\nfolder/b.txt (1 bytes)\nfolder/deep/c.txt (0 bytes)',
    )
    expect(gaps).toEqual([])
  })

  it('keeps when each file was changed', async () => {
    const bytes = zipSync({ 'a.txt': [strToU8('a'), { mtime: '2024-05-06T10:00:00' }] })
    const { modified } = await unpack(bytes, 'x.zip')
    expect(new Date(modified[0] ?? 0).toISOString().slice(0, 10)).toBe('2024-05-06')
  })

  it('leaves out what the walk through folders leaves out', async () => {
    const bytes = zip({ '__MACOSX/._a.md': 'x', '.DS_Store': 'x', 'f/.hidden/a': 'x', 'f/~$a.docx': 'x', 'a.md': 'A' })
    expect((await unpack(bytes, 'x.zip')).paths).toEqual(['a.md'])
  })

  it('is known by its content, and takes no office file or program for an archive', () => {
    expect(sniffFormat(zip({ 'a.txt': 'x' }), 'x')).toBe('zip')
    expect(sniffFormat(smallDocx('<w:p/>'), 'x.zip')).toBe('docx')
    for (const sign of ['META-INF/MANIFEST.MF', '[Content_Types].xml', 'Index/Document.iwa', 'content.xml']) {
      expect(() => sniffFormat(zip({ [sign]: 'x' }), 'x.bin')).toThrow(/cannot read yet/u)
    }
  })
})

describe('hostile and damaged ZIP archives', () => {
  // Would catch names that lead out of the archive, two files that become one, and names that no list can show.
  it('takes no path for more than a name', async () => {
    const bytes = zip({
      '../../etc/a.txt': '1',
      '/etc/a.txt': '2',
      'C:\\etc\\a.txt': '3',
      'b\u202Etxt.exe': '4',
      '..': '5',
    })
    const { texts } = await unpack(bytes, 'x.zip')
    expect(Object.fromEntries(texts)).toEqual({
      ...{ 'etc/a.txt': '1', 'etc/a (2).txt': '2', 'etc/a (3).txt': '3', 'btxt.exe': '4' },
    })
  })

  it('keeps both of two files with one name', async () => {
    const bytes = renamed(zip({ 'aa.txt': '1', 'bb.txt': '2' }), 'bb.txt', strToU8('aa.txt'))
    expect(Object.fromEntries((await unpack(bytes, 'x.zip')).texts)).toEqual({ 'aa.txt': '1', 'aa (2).txt': '2' })
  })

  it.each([
    ['GBK', 'gbk', '会议纪要报告.txt'],
    ['Shift-JIS', 'shift_jis', 'かいぎのきろく.txt'],
    ['CP437', 'cp437', 'Größe résumé.txt'],
    ['UTF-8 without its flag', 'utf8', 'Übersicht 报告.txt'],
  ])('reads names in %s', async (_, encoding, name) => {
    const raw = iconv.encode(name, encoding)
    const bytes = renamed(zip({ ['x'.repeat(raw.length)]: 'x' }), 'x'.repeat(raw.length), raw)
    // The flag says UTF-8.
    const old = withDirectory(bytes, (file, line) => file.writeUInt16LE(0, line + 8))
    expect((await unpack(old, 'x.zip')).paths).toEqual([name])
  })

  it('says which files are protected and reads the rest, and refuses an archive where all are', async () => {
    const bytes = zip({ 'secret.txt': 'x', 'open.txt': 'y' })
    const some = withDirectory(bytes, (file, line, index) => file.writeUInt16LE(index === 0 ? 1 : 0, line + 8))
    const { paths, gaps } = await unpack(some, 'x.zip')
    expect(paths).toEqual(['open.txt'])
    expect(gaps).toEqual(['1 file was not read (protected with a password): secret.txt.'])
    const all = withDirectory(bytes, (file, line) => file.writeUInt16LE(1, line + 8))
    await expect(unpack(all, 'x.zip')).rejects.toMatchObject({ code: 'FILE_ENCRYPTED' })
  })

  it('follows no link, and says so', async () => {
    const bytes = zipSync({ link: [strToU8('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }], 'a.txt': strToU8('a') })
    const { paths, gaps } = await unpack(bytes, 'x.zip')
    expect(paths).toEqual(['a.txt'])
    expect(gaps).toEqual(['1 file was not read (links to other files): link.'])
  })

  // Would catch one kernel of packed bytes that stands for any number of files.
  it('reads files that lie over each other once', async () => {
    const bytes = zip({ 'a1.txt': 'x'.repeat(5000), 'a2.txt': 'x'.repeat(5000) })
    const over = withDirectory(bytes, (file, line) => file.writeUInt32LE(0, line + 42))
    const { paths, gaps } = await unpack(over, 'x.zip')
    expect(paths).toEqual(['a1.txt'])
    expect(gaps.join()).toContain('laid over other files')
  })

  it('notices a damaged file and reads the others', async () => {
    const bytes = zip({ 'a.txt': 'whole', 'b.txt': 'broken' }, { level: 0 })
    const at = Buffer.from(bytes).indexOf('broken')
    const { paths, gaps } = await unpack(
      bytes.map((byte, index) => (index === at ? 0x78 : byte)),
      'x.zip',
    )
    expect(paths).toEqual(['a.txt'])
    expect(gaps).toEqual(['1 file was not read (damaged): b.txt.'])
  })

  it('refuses a bomb while it unpacks, and believes no size that is claimed', async () => {
    const zeros = zip({ 'zeros.txt': new Uint8Array(8_000_000) })
    // A directory that claims one byte.
    const lying = withDirectory(zeros, (file, line) => file.writeUInt32LE(1, line + 24))
    for (const bytes of [zeros, lying]) {
      await expect(unpack(bytes, 'x.zip', { bombBytes: 1_000_000 })).rejects.toMatchObject({ code: 'ARCHIVE_BOMB' })
    }
    const huge = withDirectory(zip({ 'a.txt': 'a' }), (file, line) => file.writeUInt32LE(0xfffffff0, line + 24))
    expect((await unpack(huge, 'x.zip')).paths).toEqual(['a.txt'])
  })

  it('stops at the number and at the bytes of files, and says how many were read', async () => {
    const files = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`f${at}.txt`, 'x'.repeat(100)]))
    const few = await unpack(zip(files), 'x.zip', { count: 3 })
    expect(few.paths).toEqual(['f0.txt', 'f1.txt', 'f2.txt'])
    expect(few.gaps).toEqual(['3 of 12 files were read; together they are too many or too large.'])
    const small = await unpack(zip(files), 'x.zip', { bytes: 450 })
    expect(small.paths).toHaveLength(4)
    expect(small.gaps).toEqual(['4 of 12 files were read; together they are too many or too large.'])
  })

  it('unpacks nothing of an archive that lies too deep', async () => {
    const { paths, gaps, parsed } = await unpack(zip({ 'a.txt': 'a' }), 'x.zip', { mayHold: false })
    expect(paths).toEqual([])
    expect(parsed.text).toContain('None of its files was read.')
    expect(gaps).toEqual(['1 file was not read (more than 3 files deep in one another): a.txt.'])
  })

  it('says that an archive holds nothing', async () => {
    await expect(unpack(zip({}), 'x.zip')).rejects.toMatchObject({ code: 'NO_TEXT' })
    await expect(unpack(zip({ 'empty/': '' }), 'x.zip')).rejects.toMatchObject({ code: 'NO_TEXT' })
  })

  it('refuses one that is cut off, wherever that is', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 5 }, (_, at) => [`f${at}.bin`, new Uint8Array(randomBytes(500))]),
    )
    const bytes = zip(files)
    for (let part = 1; part < 11; part += 1) {
      const cut = bytes.subarray(0, Math.floor((bytes.length * part) / 11))
      await expect(unpack(cut, 'x.zip')).rejects.toMatchObject({ code: 'FILE_CORRUPT' })
    }
  })

  it('reads one behind whose end something was added', async () => {
    const bytes = new Uint8Array(Buffer.concat([zip({ 'a.txt': 'a' }), Buffer.from('\0\0added by a gateway')]))
    expect((await unpack(bytes, 'x.zip')).paths).toEqual(['a.txt'])
  })

  it('survives any byte of its directory being another', async () => {
    const bytes = zip({ 'a.txt': 'alpha', 'b/c.txt': 'beta' })
    const from = directoryLines(Buffer.from(bytes))[0] ?? 0
    for (let at = from; at < bytes.length; at += 3) {
      const broken = bytes.map((byte, index) => (index === at ? byte ^ 0xff : byte))
      await unpack(broken, 'x.zip').catch((thrown: unknown) =>
        expect(thrown).toMatchObject({ code: expect.stringMatching(/^(?:FILE_|NO_TEXT)/u) as string }),
      )
    }
  })
})
