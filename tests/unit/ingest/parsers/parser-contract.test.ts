import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CairnError } from '@shared/errors'
import { limits } from '@engine/ingest/files/read-regular-file'
import { sniffFormat } from '@engine/ingest/files/sniff'
import { parseBytes, type ParsedDocument } from '@engine/ingest/parsing/parse-file'
import { parsers } from '@engine/ingest/parsers/registry'
import { expectSound } from '../parse-text'
import { type Sample, samples } from './samples'

const formats = parsers.map(({ format }) => format)
const sampleOf = (format: string): Sample => samples[format] ?? { name: `a.${format}`, bytes: new Uint8Array() }

/** What a reader must do with any bytes at all: read something of them, or refuse them in words that help. */
async function readOrRefused(bytes: Uint8Array, name: string, what: string): Promise<ParsedDocument | CairnError> {
  try {
    const parsed = await parseBytes(bytes, name)
    expectSound(parsed)
    expect(parsed.structure.blocks.length, what).toBeGreaterThan(0)
    return parsed
  } catch (thrown) {
    if (!(thrown instanceof CairnError)) throw new Error(`${what}: ${String(thrown)}`, { cause: thrown })
    expect(thrown.code, `${what}: ${thrown.message}`).not.toBe('INTERNAL')
    expect(thrown.action, what).not.toBe('')
    return thrown
  }
}

function textOf(outcome: ParsedDocument | CairnError): string {
  return outcome instanceof CairnError ? '' : outcome.text
}

/** The same numbers in every run. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state
  }
}

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

/** A ZIP whose XML parts were changed; any other text with the same change. */
function rewritten(bytes: Uint8Array, change: (xml: string, part: string) => string): Uint8Array {
  if (!isZip(bytes)) return strToU8(change(strFromU8(bytes), ''))
  const parts = Object.entries(unzipSync(bytes)).map(([part, content]) => {
    const isXml = /\.(?:xml|xhtml|opf|rels)$/u.test(part)
    return [part, isXml ? strToU8(change(strFromU8(content), part)) : content] as const
  })
  return zipSync(Object.fromEntries(parts))
}

const macros: Readonly<Record<string, string>> = {
  docx: 'word/vbaProject.bin',
  pptx: 'ppt/vbaProject.bin',
  xlsx: 'xl/vbaProject.bin',
}

const secret = 'what only the disk knows'

/** A document type that asks for a file of this machine, and one that doubles itself thirty times, each used once in the text. */
function withEntities(xml: string): string {
  const doubling = Array.from({ length: 30 }, (_, at) => `<!ENTITY b${at + 1} "&b${at};&b${at};">`).join('')
  const type = `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY b0 "${secret}">${doubling}]>`
  const declared = xml.startsWith('<?xml') ? xml.replace('?>', `?>${type}`) : type + xml
  return declared.replace('The spare key', '&x; The spare key &b30;')
}

afterEach(() => vi.restoreAllMocks())

describe('every parser', () => {
  it('has a sample in samples.ts', () => {
    expect(formats.filter((format) => !(format in samples))).toEqual([])
  })

  it.each(formats)('reads %s: text, blocks in order with exact offsets, chunks that are the text', async (format) => {
    const { bytes, name } = sampleOf(format)
    expect(sniffFormat(bytes, name)).toBe(format)
    const parsed = await parseBytes(bytes, name)
    expectSound(parsed)
    expect(parsed.structure.format).toBe(format)
    expect(parsed.text).toContain('behind the stove')
    expect(parsed.structure.title).not.toBe('')
    expect(parsed.chunks.length).toBeGreaterThan(0)
    for (const { start, end, text } of parsed.chunks) expect(parsed.text.slice(start, end)).toBe(text)
    expect(parsed.text.length).toBeLessThanOrEqual(limits.textCharacters)
  })

  it.each(formats)('reads or refuses %s cut off at ten places', async (format) => {
    const { bytes, name } = sampleOf(format)
    for (let tenth = 0; tenth < 10; tenth += 1) {
      await readOrRefused(
        bytes.slice(0, Math.floor((bytes.length * tenth) / 10) + 1),
        name,
        `${format} cut at ${tenth}/10`,
      )
    }
  })

  it.each(formats)('reads or refuses %s with bytes that are wrong', async (format) => {
    const { bytes, name } = sampleOf(format)
    const next = numbers(7)
    for (let round = 0; round < 12; round += 1) {
      const damaged = bytes.slice()
      for (let at = 0; at <= round * 2; at += 1) damaged[next() % damaged.length] = next() & 255
      await readOrRefused(damaged, name, `${format} damaged, round ${round}`)
    }
  })

  it.each(formats)('reads or refuses %s under the name of every other format', async (format) => {
    const { bytes } = sampleOf(format)
    for (const other of parsers) {
      const name = `a.${other.extensions[0] ?? 'none'}`
      const outcome = await readOrRefused(bytes, name, `${format} named ${name}`)
      // Bytes that mean nothing as text are never shown as text.
      if (bytes.includes(0) && !(outcome instanceof CairnError)) expect(outcome.structure.format).toBe(format)
    }
  })

  it.each(formats.filter((format) => isZip(sampleOf(format).bytes)))(
    'reads no more of %s than there is, where its parts claim gigabytes',
    async (format) => {
      const { bytes, name } = sampleOf(format)
      const claims = Buffer.from(bytes)
      for (let at = claims.indexOf('PK\u0001\u0002'); at !== -1; at = claims.indexOf('PK\u0001\u0002', at + 4)) {
        claims.writeUInt32LE(0xfffffff0, at + 24)
      }
      for (let at = claims.indexOf('PK\u0003\u0004'); at !== -1; at = claims.indexOf('PK\u0003\u0004', at + 4)) {
        claims.writeUInt32LE(0xfffffff0, at + 22)
      }
      // What is there is read and no more than that, or nothing is.
      const outcome = await readOrRefused(new Uint8Array(claims), name, format)
      if (outcome instanceof CairnError) expect(outcome.code).toMatch(/^(?:ARCHIVE_BOMB|FILE_CORRUPT)$/u)
      else expect(outcome.text.length).toBeLessThan(2000)
    },
  )

  it.each([
    ['pdf', (text: string) => text.replace(/\/Count \d+/u, '/Count 2000000000')],
    ['pdf', (text: string) => text.replace(/\/Length \d+/u, '/Length 4000000000')],
    ['pdf', (text: string) => text.replace(/\/Size \d+/u, '/Size 2000000000')],
    ['pdf', (text: string) => text.replace(/0 R\] \/Count/u, '0 R 2 0 R] /Count')],
    ['rtf', (text: string) => text.replace('The', '\\bin2000000000 The')],
    ['rtf', (text: string) => text.replace('The', '{'.repeat(50_000))],
    [
      'eml',
      (text: string) => text.replace('text/plain', 'multipart/mixed; boundary=x').replace(/$/u, '--x\n'.repeat(2000)),
    ],
    [
      'html',
      (text: string) =>
        text.replace('<p>', '<table><tr><td colspan="2000000000" rowspan="2000000000">x</td></tr></table><p>'),
    ],
    ['html', (text: string) => text.replace('<p>', '<div>'.repeat(50_000))],
    ['ipynb', (text: string) => text.replace('[', '['.repeat(20_000))],
  ] as const)('reads or refuses %s whose header claims what is not there (%#)', async (format, change) => {
    const { bytes, name } = sampleOf(format)
    const changed = new Uint8Array(Buffer.from(change(Buffer.from(bytes).toString('latin1')), 'latin1'))
    expect(changed).not.toEqual(bytes)
    await readOrRefused(changed, name, format)
  })

  it.each(['docx', 'epub', 'pptx', 'odt', 'odp', 'xlsx', 'ods'])(
    'reads no file and doubles nothing that %s declares as an entity',
    async (format) => {
      const { bytes, name } = sampleOf(format)
      const outcome = await readOrRefused(rewritten(bytes, withEntities), name, format)
      expect(textOf(outcome)).not.toContain('root:')
      expect(textOf(outcome).split(secret).length).toBeLessThan(3)
    },
  )

  it('reads no file and doubles nothing that a data file declares as an entity', async () => {
    const xml = `<?xml version="1.0"?><r><i><n>The spare key</n><v>1</v></i><i><n>b</n><v>2</v></i></r>`
    const outcome = await readOrRefused(strToU8(withEntities(xml)), 'a.xml', 'xml')
    expect(textOf(outcome)).not.toContain('root:')
    expect(textOf(outcome).length).toBeLessThan(5000)
  })

  it.each(formats)(
    'asks no other machine for anything that %s links to, and runs none of its macros',
    async (format) => {
      const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('fetched'))
      const { bytes, name } = sampleOf(format)
      const away = 'http://198.51.100.7/x'
      const link = `<img src="${away}"/><script src="${away}">window.x = 1</script><link rel="stylesheet" href="${away}"/>`
      const linked =
        format === 'html' || format === 'markdown'
          ? rewritten(bytes, (text) => `${text}\n${link}`)
          : isZip(bytes)
            ? zipSync({
                ...unzipSync(bytes),
                [macros[format] ?? 'Basic/Standard/Module1.xml']: strToU8('Attribute VB_Name'),
              })
            : bytes
      const outcome = await readOrRefused(linked, name, format)
      expect(textOf(outcome)).toContain('behind the stove')
      expect(textOf(outcome)).not.toContain('VB_Name')
      expect(fetched).not.toHaveBeenCalled()
    },
  )
})
