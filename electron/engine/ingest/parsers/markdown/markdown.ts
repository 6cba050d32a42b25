import type { Block } from '@shared/documents'
import { titleFromName } from '../../files/file-name'
import { coverRest } from '../structure/cover-rest'
import { HeadingPath } from '../structure/heading-path'
import { readFrontMatter, withInlineTags } from './front-matter'
import { MarkdownBlocks } from './markdown-blocks'
import type { ParsedText, Parser, ParserInput } from '../parser'
import { readSourceText } from '../structure/source-text'

/** Markdown: the text is the source itself, so every offset is one the writer can find in the file. */
export const markdownParser: Parser = {
  format: 'markdown',
  extensions: ['md', 'markdown', 'mdown', 'mkd', 'mkdn', 'mdx', 'qmd', 'rmd'],
  kind: 'text',
  async parse({ bytes, name }: ParserInput): Promise<ParsedText> {
    const { text, gaps } = readSourceText(bytes)
    const front = await readFrontMatter(text)
    const blocks = [...front.blocks, ...blocksOfMarkdown(text, front.end)]
    const heading = blocks.find((block) => block.kind === 'heading' && block.level === 1)?.heading_path.at(-1)
    const title = front.title ?? heading ?? titleFromName(name)
    const tags = withInlineTags(text, front, blocks)
    return { text, structure: { format: 'markdown', title, blocks, pages: [], gaps, ...(tags.length > 0 && { tags }) } }
  },
}

/** The blocks of a Markdown text from this place on. */
export function blocksOfMarkdown(text: string, from = 0): Block[] {
  return coverRest(text, from, new MarkdownBlocks(text, from, new HeadingPath()).read())
}
