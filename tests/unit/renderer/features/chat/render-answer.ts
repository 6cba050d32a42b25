import type { AnswerRef, EvidenceItem, SentenceVerdict } from '@shared/events'
import type { Element, ElementContent, Root } from 'hast'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { answerBlocks, piecesOf } from '@renderer/answer/text/answer-blocks'
import { hidePrices } from '@renderer/ui/text/markdown/dollars'
import { dollarPlaceholder, prepare } from '@renderer/answer/text/pieces'
import { restorePieces } from '@renderer/answer/text/restore-pieces'
import { answerParts } from '@renderer/answer/text/answer-sentences'

/** What the answer component would put on the screen, as a tree: the same steps without React. */
export function renderAnswer(
  response: string,
  refs: readonly AnswerRef[],
  evidence: readonly EvidenceItem[],
  refsKnown = true,
  verdicts: readonly SentenceVerdict[] = [],
  written = false,
): Root {
  const prepared = prepare(response, answerParts({ response, refs, evidence, verdicts, written }), evidence, refsKnown)
  const children = answerBlocks(prepared).flatMap((block) => {
    const { text, hasMaths } = hidePrices(block.text, dollarPlaceholder)
    const parser = unified().use(remarkParse).use(remarkGfm)
    if (hasMaths) parser.use(remarkMath)
    const maker = parser
      .use(restorePieces, { pieceOf: piecesOf(block) })
      .use(remarkRehype, { allowDangerousHtml: true })
    const tree = maker.runSync(parser.parse(text))
    return tree.children
  })
  return { type: 'root', children }
}

export function elementsOf(tree: Root | ElementContent): Element[] {
  if (!('children' in tree)) return []
  const own = tree.type === 'element' ? [tree] : []
  return [...own, ...tree.children.flatMap((child) => (child.type === 'doctype' ? [] : elementsOf(child)))]
}

export function textOf(tree: Root | ElementContent): string {
  if (tree.type === 'text' || tree.type === 'comment') return tree.value
  if ('children' in tree) return tree.children.map((child) => (child.type === 'doctype' ? '' : textOf(child))).join('')
  return 'value' in tree ? String((tree as { value: unknown }).value) : ''
}

/** The texts of the literal sentences, in order. */
export function literalsOf(tree: Root): string[] {
  return elementsOf(tree)
    .filter(({ properties }) => properties['dataLiteral'] === 'true')
    .map(textOf)
}

export function marksOf(tree: Root): number[] {
  return elementsOf(tree).flatMap(({ properties }) =>
    typeof properties['dataMark'] === 'string' ? [Number(properties['dataMark'])] : [],
  )
}

export function tagsOf(tree: Root): string[] {
  return elementsOf(tree).map(({ tagName }) => tagName)
}
