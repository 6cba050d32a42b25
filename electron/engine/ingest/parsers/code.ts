import type { Block } from '@shared/documents'
import { extensionOf, titleFromName } from '../files/file-name'
import { recordsOfJson } from './tables/json-records'
import type { ParsedText, Parser, ParserInput } from './parser'
import { renderRecords } from './tables/records'
import { linesOf, readSourceText, trimSpan } from './structure/source-text'
import { recordsOfXml } from './tables/xml-records'

const codeExtensions = (
  'js mjs cjs jsx ts mts cts tsx vue svelte astro py pyi pyw rb php java kt kts scala groovy gradle c h cc cpp cxx hh ' +
  'hpp hxx m mm cs fs fsx vb go rs swift dart lua pl pm r jl hs elm ex exs erl hrl clj cljs edn lisp el scm ml mli ' +
  'nim zig v d pas asm s sh bash zsh fish ps1 psm1 bat cmd sql graphql gql proto thrift css scss sass less styl ' +
  'json json5 jsonc jsonl ndjson geojson xml xsd xsl xslt svg rss atom plist yaml yml toml ini cfg conf properties ' +
  'env tf hcl dockerfile makefile cmake mk ninja bzl nix jsp asp aspx ejs hbs jinja twig tmpl diff patch sol vhd ' +
  'vhdl sv awk sed tcl f f90 f95 for cob ada adb ads'
).split(' ')

const dataReaders = [
  { extensions: new Set(['json', 'jsonl', 'ndjson']), read: recordsOfJson },
  { extensions: new Set(['xml', 'rss', 'atom']), read: recordsOfXml },
]

/** Source code and data files, in blocks that begin at unindented lines after an empty line; a list of records as table rows. */
export const codeParser: Parser = {
  format: 'code',
  extensions: codeExtensions,
  kind: 'text',
  canRun: 'all',
  recognises: ({ promised, isUnread, text }) => !promised && !isUnread && /^\s*<\?xml\s/u.test(text),
  parse({ bytes, name }: ParserInput): ParsedText {
    const { text, gaps } = readSourceText(bytes)
    const records = dataReaders.find(({ extensions }) => extensions.has(extensionOf(name)))?.read(text)
    if (records) {
      const rendered = renderRecords(records, name)
      return { ...rendered, structure: { ...rendered.structure, gaps: [...gaps, ...rendered.structure.gaps] } }
    }
    return {
      text,
      structure: { format: 'code', title: titleFromName(name), blocks: findBlocks(text), pages: [], gaps },
    }
  },
}

function findBlocks(text: string): Block[] {
  const blocks: Block[] = []
  const close = (from: number, to: number): void => {
    const span = trimSpan(text, from, to)
    if (span) blocks.push({ kind: 'code', ...span, heading_path: [] })
  }
  let from = 0
  let afterEmpty = false
  for (const line of linesOf(text)) {
    const isEmpty = line.text.trim() === ''
    if (afterEmpty && !isEmpty && /^[^\s)\]}]/u.test(line.text)) {
      close(from, line.start)
      from = line.start
    }
    afterEmpty = isEmpty
  }
  close(from, text.length)
  return blocks
}
