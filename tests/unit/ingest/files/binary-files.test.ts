import { describe, expect, it } from 'vitest'
import { CairnError } from '@shared/errors'
import { sniffFormat } from '@engine/ingest/files/sniff'

/** The first bytes of formats that are no text, in hexadecimal, some with where they stand. */
const signatures: readonly (readonly [what: string, hex: string, at?: number])[] = [
  ['PNG', '89504e470d0a1a0a'],
  ['JPEG', 'ffd8ffe0'],
  ['GIF', '474946383961'],
  ['TIFF', '49492a00'],
  ['BMP', '424d36000c0000000000'],
  ['WebP', '524946460000000057454250'],
  ['ICO', '00000100'],
  ['PSD', '38425053'],
  ['JPEG 2000', '0000000c6a502020'],
  ['OpenEXR', '762f3101'],
  ['DDS', '44445320'],
  ['GIMP', '67696d7020786366'],
  ['DjVu', '41542654464f524d'],
  ['EPS', 'c5d0d3c6'],
  ['HEIC', '0000001866747970686569630000'],
  ['MP3 with tags', '494433'],
  ['MP3', 'fffb9064'],
  ['Ogg', '4f676753'],
  ['FLAC', '664c6143'],
  ['WAV', '524946460000000057415645'],
  ['AVI', '524946460000000041564920'],
  ['AIFF', '464f524d0000000041494646'],
  ['MIDI', '4d54686400000006'],
  ['AU', '2e736e64'],
  ['AMR', '2321414d520a'],
  ['MP4', '000000186674797069736f6d'],
  ['Matroska', '1a45dfa3'],
  ['Flash video', '464c5601'],
  ['MPEG', '000001ba'],
  ['WMV', '3026b2758e66cf11'],
  ['RealMedia', '2e524d46'],
  ['Flash', '435753'],
  ['gzip', '1f8b08'],
  ['7z', '377abcaf271c'],
  ['RAR', '526172211a07'],
  ['bzip2', '425a68'],
  ['xz', 'fd377a585a00'],
  ['zstd', '28b52ffd'],
  ['LZ4', '04224d18'],
  ['lzip', '4c5a4950'],
  ['compress', '1f9d'],
  ['CAB', '4d534346'],
  ['ar', '213c617263683e'],
  ['RPM', 'edabeedb'],
  ['tar', '7573746172', 257],
  ['ELF', '7f454c46'],
  ['PE', '4d5a900003000000'],
  ['Java', 'cafebabe'],
  ['WebAssembly', '0061736d'],
  ['Mach-O', 'cffaedfe'],
  ['Dalvik', '6465780a30333500'],
  ['Lua', '1b4c7561'],
  ['Python', 'a70d0d0a'],
  ['TrueType', '00010000'],
  ['OpenType', '4f54544f'],
  ['WOFF2', '774f4632'],
  ['SQLite', '53514c69746520666f726d6174203300'],
  ['Access', '000100005374616e64617264204a6574'],
  ['Outlook', '2142444e'],
  ['registry', '72656766'],
  ['event log', '456c6646696c6500'],
  ['Parquet', '50415231'],
  ['Avro', '4f626a01'],
  ['HDF5', '894844460d0a1a0a'],
  ['NumPy', '934e554d5059'],
  ['pickle', '800495'],
  ['property list', '62706c6973743030'],
  ['CHM', '49545346'],
  ['HLP', '3f5f0300'],
  ['pcap', 'd4c3b2a1'],
  ['GGUF', '47475546'],
  ['git pack', '5041434b'],
  ['shortcut', '4c0000000114020000'],
  ['Blender', '424c454e444552'],
  ['DWG', '414331303135'],
  ['dBase', '03760c19'],
  ['gettext', 'de120495'],
  ['nothing known', 'f00f'],
]

/** Bytes that look random and are the same in every run. */
function noise(length: number, seed: number): Buffer {
  let state = seed
  return Buffer.from(
    Array.from({ length }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state >>> 24
    }),
  )
}

function file(hex: string, at: number, body: Buffer): Uint8Array {
  const magic = Buffer.from(hex, 'hex')
  const bytes = Buffer.concat([at > 0 ? body.subarray(0, at) : Buffer.alloc(0), magic, body])
  return new Uint8Array(bytes)
}

function outcome(bytes: Uint8Array, name: string): string {
  try {
    return `read as ${sniffFormat(bytes, name)}`
  } catch (thrown) {
    if (thrown instanceof CairnError) return thrown.code
    throw thrown
  }
}

describe('a binary file', () => {
  it.each(signatures.map(([what, hex, at = 0]) => ({ what, hex, at })))(
    '$what is never read as text',
    ({ hex, at }) => {
      for (const [seed, length] of [
        [1, 300],
        [2, 4000],
        [3, 100_000],
      ] as const) {
        for (const name of ['a.txt', 'a', 'a.md', 'a.csv', 'a.json']) {
          expect(outcome(file(hex, at, noise(length, seed)), name), `${name} ${length}`).toBe('FORMAT_UNSUPPORTED')
        }
      }
    },
  )

  it.each([
    ['samples of sound', Buffer.from(Int16Array.from({ length: 20_000 }, (_, at) => Math.sin(at / 9) * 9000).buffer)],
    ['numbers of a table', Buffer.from(Float64Array.from({ length: 4000 }, (_, at) => at * 1.37).buffer)],
    [
      'records with gaps',
      Buffer.concat(
        Array.from({ length: 500 }, (_, at) => Buffer.concat([Buffer.from(`NAME${at}`), Buffer.alloc(24)])),
      ),
    ],
    [
      'a text in front of a program',
      Buffer.concat([Buffer.from('#!/bin/sh\nexec tail -n +3 "$0"\n'.repeat(3000)), noise(400_000, 7)]),
    ],
    [
      'words between codes',
      Buffer.concat(
        Array.from({ length: 900 }, (_, at) => Buffer.concat([Buffer.from('topic '), Buffer.from([1, at % 8, 2])])),
      ),
    ],
  ])('with %s is refused although nothing at its head says so', (_, body) => {
    for (const name of ['a.txt', 'a']) expect(outcome(new Uint8Array(body), name)).toBe('FORMAT_UNSUPPORTED')
  })

  it.each([
    ['words that are signatures too', 'ID3 tags are read first. BZh is next, then OggS.'],
    ['PACK', 'PACK your things.\nDIRC and GGUF are words as well: müde.'],
    ['a stray zero', `A line with a zero.\0 ${'More of it follows here. '.repeat(20)}`],
    ['colours of a terminal', '\u001b[31merror\u001b[0m: not found\n'.repeat(30)],
    ['page breaks', 'Page one\fPage two\f'],
    ['an end mark of DOS', 'Old text.\r\n\u001a'],
    ['symbols', '→ ■ ◆ ✓ 😀 𝒳 ﷽ ㎞ ︵︶ '.repeat(10)],
  ])('is not seen in a text with %s', (_, text) => {
    expect(outcome(new Uint8Array(Buffer.from(text)), 'a.txt')).toBe('read as text')
  })
})
