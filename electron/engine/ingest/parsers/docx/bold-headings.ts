import type { WordBlock, WordProse } from './word-blocks'

const most = { letters: 120, words: 16, han: 40, inARow: 4 } as const
/** Of the sizes of letters, the third largest and all below are one level. */
const lowestSize = 2
const chapter = /^(?:chapter|part|book|appendix|annex)\b|^第\s*[\d一二三四五六七八九十百]+\s*[编編篇部章]/iu

/**
 * Makes headings of short paragraphs in bold, as people write them who know no styles. Many bold lines in a row are an address or
 * a title page, and where most of a text is bold it says nothing. Chapters are at the top; other lines are
 * below the heading or chapter before them, those in larger letters higher.
 */
export function promoteBoldHeadings(blocks: readonly WordBlock[]): WordBlock[] {
  const found = new Set(blocks.slice(0, -1).filter(isBoldLine))
  for (const group of neighbours(blocks, found)) {
    if (group.length > most.inARow) for (const line of group) found.delete(line)
  }
  const prose = blocks.filter((block) => 'text' in block && block.kind !== 'heading').length
  if (found.size === 0 || found.size * 2 > prose) return [...blocks]
  const sizes = [...new Set([...found].map(({ boldSize = 0 }) => boldSize))].sort((one, other) => other - one)
  let above = 0
  return blocks.map((block) => {
    if (!('text' in block)) return block
    const isChapter = chapter.test(block.text)
    if (block.kind === 'heading') above = block.level ?? 1
    if (!found.has(block)) return block
    const level = isChapter ? 1 : above + 1 + Math.min(lowestSize, sizes.indexOf(block.boldSize ?? 0))
    if (isChapter) above = level
    return { ...block, kind: 'heading', level }
  })
}

function isBoldLine(block: WordBlock): block is WordProse {
  if (!('text' in block) || block.boldSize === undefined) return false
  const { text } = block
  if (text.length > most.letters || /[.,;。，；、…]$|\n/u.test(text) || !/\p{L}{2}/u.test(text)) return false
  return text.split(/\s+/u).length <= most.words && (text.match(/\p{Script=Han}/gu)?.length ?? 0) <= most.han
}

function neighbours(blocks: readonly WordBlock[], wanted: ReadonlySet<WordProse>): WordProse[][] {
  const groups: WordProse[][] = [[]]
  for (const block of blocks) {
    if ('text' in block && wanted.has(block)) groups.at(-1)?.push(block)
    else if (groups.at(-1)?.length !== 0) groups.push([])
  }
  return groups
}
