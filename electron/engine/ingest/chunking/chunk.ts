import type { DocumentStructure } from '@shared/documents'
import { estimateTokens } from '@engine/text/token-count'
import { type Piece, piecesOf } from './chunk-pieces'

/** A chunk before it has an identity. `text === fullText.slice(start, end)`, trimmed. */
export interface ChunkDraft {
  readonly index: number
  readonly start: number
  readonly end: number
  readonly text: string
  readonly page: number | null
  readonly heading_path: string[]
  readonly context: string
  readonly token_count: number
}

const chunkSizes = {
  /** What a chunk is filled to. */
  targetTokens: 350,
  /** What no chunk exceeds, save by a few tokens of markers between blocks. */
  maxTokens: 500,
  /** Nor this many UTF-16 units, which only a chunk of mostly white space could reach. */
  maxCharacters: 8000,
  /** How much of a chunk the next chunk of the same section repeats at most, in whole sentences. */
  overlapTokens: 60,
  /** A section smaller than this is joined with its neighbours under the same heading. */
  minTokens: 80,
}
type ChunkSizes = Readonly<typeof chunkSizes>

/** Cuts a document into chunks: by sections, then blocks, then sentences. Rows, code and sentences stay whole where they fit. */
export function chunkDocument(
  text: string,
  structure: DocumentStructure,
  sizes: Partial<ChunkSizes> = {},
): ChunkDraft[] {
  const packer = new Packer(text, { ...chunkSizes, ...sizes })
  for (const block of structure.blocks) {
    for (const piece of piecesOf(text, block, packer.sizes)) packer.add(piece)
  }
  return packer.finish()
}

class Packer {
  readonly #drafts: ChunkDraft[] = []
  #open: Piece[] = []
  #tokens = 0
  /** How many of the open pieces repeat the end of the chunk before. */
  #repeated = 0

  constructor(
    readonly text: string,
    readonly sizes: ChunkSizes,
  ) {}

  add(piece: Piece): void {
    if (this.#open.length > this.#repeated) {
      if (this.#startsSection(piece)) this.#emit([])
      else if (this.#isFull(piece)) this.#emit(this.#carryOver(piece))
    }
    const gap = this.#gapTokens(piece)
    const isTooMuch = this.#tokens + gap + piece.tokens > this.sizes.maxTokens || this.#isTooLong(piece)
    if (this.#open.length > 0 && isTooMuch) {
      // Only repeated text or a heading is left here: the new piece alone fills the chunk.
      if (this.#open.length > this.#repeated) this.#emit([])
      else this.#reset([])
      this.#tokens += piece.tokens
    } else this.#tokens += gap + piece.tokens
    this.#open.push(piece)
  }

  finish(): ChunkDraft[] {
    if (this.#open.length > this.#repeated) this.#emit([])
    return this.#drafts
  }

  /** A heading ends the section before it, unless that is small and has the same parent or is the parent itself. */
  #startsSection({ block, opensBlock }: Piece): boolean {
    const last = this.#open.at(-1)?.block
    if (!last || !opensBlock || block.kind !== 'heading') return false
    if (last.kind === 'heading') return !isWithin(block.heading_path, last.heading_path)
    if (this.#tokens >= this.sizes.minTokens) return true
    const parent = block.heading_path.slice(0, -1)
    return (
      !isWithin(block.heading_path, last.heading_path) && !(parent.length > 0 && isWithin(last.heading_path, parent))
    )
  }

  /** Whether the chunk ends before this piece: at a block where it can, inside a block where it must. */
  #isFull(piece: Piece): boolean {
    const { targetTokens, maxTokens } = this.sizes
    if (this.#isTooLong(piece)) return true
    const gap = this.#gapTokens(piece)
    const filled = this.#tokens + gap
    if (filled + piece.tokens > maxTokens || gap > maxTokens / 4) return true
    // The rest of a block that nearly fits is not worth a chunk of its own.
    if (filled + piece.blockTokensLeft <= Math.min(maxTokens, targetTokens * 1.15)) return false
    if (piece.opensBlock && this.#tokens >= targetTokens * 0.6 && filled + piece.blockTokensLeft > targetTokens)
      return true
    return filled + piece.tokens > targetTokens
  }

  #isTooLong(piece: Piece): boolean {
    const first = this.#open[0]
    return first !== undefined && piece.end - first.start > this.sizes.maxCharacters
  }

  /** What the next chunk begins with: a heading left at the end, or the last sentences of the same section. */
  #carryOver(next: Piece): Piece[] {
    let from = this.#open.length
    while (from > 1 && this.#open[from - 1]?.block.kind === 'heading') from -= 1
    if (from < this.#open.length) return this.#open.splice(from)
    if (!next.isSentence) return []
    const carried: Piece[] = []
    let tokens = 0
    for (let at = this.#open.length - 1; at > this.#repeated; at -= 1) {
      const piece = this.#open[at]
      if (!piece?.isSentence || tokens + piece.tokens > this.sizes.overlapTokens) break
      if (next.end - piece.start > this.sizes.maxCharacters) break
      tokens += piece.tokens
      carried.unshift(piece)
    }
    return carried
  }

  /** Closes the chunk. Carried sentences are repeated; carried headings have left it and are new to the next one. */
  #emit(carried: readonly Piece[]): void {
    const first = this.#open[0]
    const last = this.#open.at(-1)
    if (first && last) this.#drafts.push(this.#draft(first, last))
    this.#reset(carried)
  }

  #reset(carried: readonly Piece[]): void {
    this.#open = [...carried]
    this.#repeated = carried.filter((piece) => piece.isSentence).length
    this.#tokens = carried.reduce((sum, piece) => sum + piece.tokens, 0)
  }

  #draft(first: Piece, last: Piece): ChunkDraft {
    const text = this.text.slice(first.start, last.end)
    const blocks = this.#open.map((piece) => piece.block)
    const contexts = new Set(
      blocks.flatMap((block) => (block.context && !text.includes(block.context) ? [block.context] : [])),
    )
    const page = this.#open[this.#repeated]?.block.page
    return {
      index: this.#drafts.length,
      start: first.start,
      end: last.end,
      text,
      page: first.block.page ?? page ?? null,
      heading_path: commonPath(blocks.map((block) => block.heading_path)),
      context: [...contexts].join('\n'),
      token_count: estimateTokens(text),
    }
  }

  /** Markers and other text between blocks that a chunk over both would hold. */
  #gapTokens(piece: Piece): number {
    const last = this.#open.at(-1)
    return last && piece.start > last.end ? estimateTokens(this.text.slice(last.end, piece.start)) : 0
  }
}

function isWithin(path: readonly string[], parent: readonly string[]): boolean {
  return parent.length <= path.length && parent.every((title, at) => path[at] === title)
}

/** The headings above everything in a chunk; where there are none, those above its beginning. */
function commonPath(paths: readonly (readonly string[])[]): string[] {
  const [first = [], ...others] = paths
  let length = first.length
  for (const path of others) {
    let same = 0
    while (same < length && path[same] === first[same]) same += 1
    length = same
  }
  return first.slice(0, length > 0 ? length : first.length)
}
