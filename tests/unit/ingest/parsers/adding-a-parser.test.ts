import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parserOf, parsers } from '@engine/ingest/parsers/registry'
import { parseBytes } from '@engine/ingest/parsing/parse-file'
import { tallyParser } from './tally-parser'

const root = join(import.meta.dirname, '../../../..')
const bytes = (text: string) => new Uint8Array(Buffer.from(text))
const sheet = bytes('TALLY Birds of May\nheron ||||\nkingfisher ||\n')

/** What `docs/extending.md` tells to do: one file, and one line in the registry. */
const known = [tallyParser, ...parsers]
const read = (content: Uint8Array, name: string) => parseBytes(content, name, { known })

describe('a parser that is added as docs/extending.md says', () => {
  // Would catch a guide that shows something else than what works.
  test('is the example of the guide, letter for letter', async () => {
    const guide = await readFile(join(root, 'docs/extending.md'), 'utf8')
    const example = await readFile(join(import.meta.dirname, 'tally-parser.ts'), 'utf8')
    expect(guide).toContain(example.trim())
  })

  // Would catch a list of formats, extensions or signatures that has to be changed beside the registry.
  test('reads its files by content, whatever they are called, and by extension', async () => {
    for (const name of ['birds.tally', 'birds.txt', 'birds']) {
      const { text, structure, chunks } = await read(sheet, name)
      expect(structure).toMatchObject({ format: 'tally', title: 'Birds of May' })
      expect(text).toContain('heron: 4')
      expect(chunks.length).toBeGreaterThan(0)
    }
  })

  test('leaves every other file to its own parser', async () => {
    expect((await read(bytes('# A heading\n\nWords.'), 'notes.md')).structure.format).toBe('markdown')
    expect((await read(bytes('We keep a TALLY here.'), 'notes.txt')).structure.format).toBe('text')
  })
})

describe('the registry', () => {
  // Would catch two parsers that both claim an extension: which one wins would hang on their order.
  test('names each format and each extension once', () => {
    const formats = parsers.map(({ format }) => format)
    const extensions = parsers.flatMap((parser) => parser.extensions)
    expect(formats).toEqual([...new Set(formats)])
    expect(extensions.filter((one, at) => extensions.indexOf(one) !== at)).toEqual([])
  })

  test('refuses a format that no parser has', () => {
    expect(() => parserOf('tally')).toThrow('No parser reads "tally"')
  })
})
