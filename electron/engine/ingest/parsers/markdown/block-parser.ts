import type { Tree } from '@lezer/common'
import { type BlockContext, type BlockParser, GFM, type Line, type MarkdownConfig, parser } from '@lezer/markdown'

/** `[^1]: a note`, and what is indented below it. */
const footnoteStart = /^\[\^[^\]\s]+\]:[ \t]*/u
const footnoteIndent = 4

const footnote: BlockParser = {
  name: 'FootnoteDefinition',
  before: 'LinkReference',
  parse(cx: BlockContext, line: Line) {
    const found = line.indent < line.baseIndent + footnoteIndent ? footnoteStart.exec(line.text.slice(line.pos)) : null
    if (!found) return false
    cx.startComposite('FootnoteDefinition', line.pos, line.baseIndent + footnoteIndent)
    const start = cx.lineStart + line.pos
    cx.addElement(cx.elt('FootnoteMark', start, start + found[0].trimEnd().length))
    line.moveBase(line.pos + found[0].length)
    return null
  },
  endLeaf: (_, line) => footnoteStart.test(line.text.slice(line.pos)),
}

const footnotes: MarkdownConfig = {
  defineNodes: [
    {
      name: 'FootnoteDefinition',
      block: true,
      composite(_, line, indent) {
        if (line.next !== -1 && line.indent < indent) return false
        line.moveBaseColumn(indent)
        return true
      },
    },
    'FootnoteMark',
  ],
  parseBlock: [footnote],
}

const inline = ['Escape', 'Entity', 'InlineCode', 'HTMLTag', 'Emphasis', 'HardBreak', 'Link', 'Image', 'LinkEnd']

const blockParser = parser.configure([GFM, footnotes, { remove: [...inline, 'Strikethrough', 'Autolink'] }])

/** GitHub's Markdown with footnotes, with what stands within a line. */
export const lineParser = parser.configure(GFM)

/** The tree of blocks of a Markdown text, without what stands within their lines. */
export function parseBlocks(text: string): Tree {
  return blockParser.parse(asExpected(text))
}

/** Marks that open lists and quotes in one another on one line, which costs the square of their number. */
const flood = /^(?:[ \t]*(?:[>*+-]|\d{1,9}[.)])){60}.*$/gmu
/** The line below a table's header, where the parser takes no space at its end. */
const spaceBehindTable = /^[ \t>|:-]+\|[ \t]+$/gmu

/** The last stroke behind the spaces, so that the line keeps its length. */
function withoutSpace(line: string): string {
  const { length } = line.trimEnd()
  return `${line.slice(0, length - 1)}${line.slice(length)}|`
}

/** The same text, character by character, as the parser expects it. */
function asExpected(text: string): string {
  const lines = text.includes('\r') ? text.replaceAll('\r\n', ' \n').replaceAll('\r', '\n') : text
  return lines.replace(spaceBehindTable, withoutSpace).replace(flood, (line) => 'x'.repeat(line.length))
}
