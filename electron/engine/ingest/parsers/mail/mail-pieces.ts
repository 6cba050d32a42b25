import type { Block } from '@shared/documents'
import { addHtml } from '../html/html-blocks'
import { type Document, type Element, isElement, parseHtml } from '../html/html-tree'
import { StructureBuilder } from '../structure/structure-builder'
import { blocksOfText } from '../text'
import type { MailPiece } from './mail'
import { attributionOf, splitForwarded } from './quoted-mail'

/** Quotes in quotes in quotes: deeper ones are kept as part of these. */
const deepest = 6
const quoteMark = /^ {0,3}>/u
/** Lines that only set apart: the mark above a signature, a rule. */
const ruleOnly = /^(?:-- ?|_{5,}\s*)$/u

/** The pieces of a plain text body. Lines that begin with `>` are quoted. */
export function piecesOfText(text: string, depth = 0): MailPiece[] {
  const pieces: MailPiece[] = []
  for (const { isQuoted, lines } of runsOf(text)) {
    if (!isQuoted) pieces.push(...plainPieces(lines.join('\n')))
    else if (lines.some((line) => /[^\s>]/u.test(line))) {
      const inner = lines.map((line) => line.replace(depth < deepest ? /^ {0,3}> ?/u : /^[\s>]+/u, ''))
      pieces.push({ by: attributionOf(pieces), quoted: piecesOfText(inner.join('\n'), depth + 1) })
    }
  }
  return splitForwarded(pieces)
}

function runsOf(text: string): { isQuoted: boolean; lines: string[] }[] {
  const runs: { isQuoted: boolean; lines: string[] }[] = []
  for (const line of text.split('\n')) {
    const last = runs.at(-1)
    const isQuoted = line.trim() === '' ? (last?.isQuoted ?? false) : quoteMark.test(line)
    const kept = ruleOnly.test(line) ? '' : line
    if (last?.isQuoted === isQuoted) last.lines.push(kept)
    else runs.push({ isQuoted, lines: [kept] })
  }
  return runs
}

function plainPieces(text: string): MailPiece[] {
  return blocksOfText(text).map((block) => pieceOf(text, block))
}

function pieceOf(text: string, { kind, start, end, level }: Block): MailPiece {
  return { kind, text: text.slice(start, end), level }
}

/** The pieces of an HTML body. What stands in a `blockquote` is quoted. Never throws. */
export function piecesOfHtml(html: string): MailPiece[] {
  return piecesOfTree(parseHtml(html), 0)
}

/** A paragraph of this text stands where a quote was taken out of the tree. */
const placeholder = /^(?:\S+ )?\ue000(\d+)\ue000$/u

function piecesOfTree(tree: Document | Element, depth: number): MailPiece[] {
  const quotes = depth < deepest ? takeQuotes(tree, []) : []
  const builder = new StructureBuilder()
  addHtml(tree, builder)
  const { text, structure } = builder.finish('html', '')
  const pieces: MailPiece[] = []
  for (const block of structure.blocks) {
    const at = placeholder.exec(text.slice(block.start, block.end))?.[1]
    const quote = at === undefined ? undefined : quotes[Number(at)]
    if (quote) pieces.push({ by: attributionOf(pieces), quoted: piecesOfTree(quote, depth + 1) })
    else pieces.push(pieceOf(text, block))
  }
  return splitForwarded(pieces)
}

/** Takes the outermost quotes out of a tree and leaves a numbered paragraph in the place of each. */
function takeQuotes(node: Document | Element, found: Element[]): Element[] {
  for (const child of node.childNodes) {
    if (!isElement(child)) continue
    if (child.tagName !== 'blockquote') {
      takeQuotes(child, found)
      continue
    }
    const mark = `\ue000${found.length}\ue000`
    found.push({ ...child, tagName: 'div' })
    child.tagName = 'p'
    child.childNodes = [{ nodeName: '#text', value: mark, parentNode: child }]
  }
  return found
}
