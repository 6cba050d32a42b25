import { placeAt } from '@shared/session/evidence-place'
import { type PageUnit, placeToSay } from '@shared/session/page-unit'
import { citedSpans } from '@renderer/state/chat/turns/turn-passages'
import type { Turn } from '@renderer/state/chat/turns/turn-reducer'
import { answerParts } from '../answer/text/answer-sentences'

type Copied = Pick<Turn, 'response' | 'refs' | 'evidence' | 'model'>

/** The answer without its citation marks. */
export function answerText({ response, refs, evidence, model }: Copied): string {
  let text = ''
  let at = 0
  for (const { start, end } of answerParts({ response, refs, evidence, written: model !== undefined }).marks) {
    text += response.slice(at, start).replace(/[^\S\n]+$/u, '')
    at = end
  }
  return text + response.slice(at)
}

interface SourceWords {
  /** The heading above the sources. */
  readonly sources: string
  readonly place: (unit: PageUnit, page: number) => string
}

/** The answer as Markdown, with its marks and a numbered list of what they stand for. */
export function answerWithSources({ response, refs, evidence }: Copied, words: SourceWords): string {
  const lines = evidence
    .toSorted((a, b) => a.number - b.number)
    .map((item) => {
      const { number, document_name: name } = item
      const where = placeAt(item, item.start + (citedSpans(item, refs)[0]?.start ?? 0))
      const { heading_path: path, page, unit } = placeToSay(where, item.format)
      const place = [path.map(escaped).join(' › '), page === null ? '' : words.place(unit, page)]
        .filter(Boolean)
        .join(', ')
      return `- \\[${number}\\] ${escaped(name)}${place === '' ? '' : ` — ${place}`}`
    })
  return lines.length === 0 ? response : `${response}\n\n**${words.sources}**\n\n${lines.join('\n')}\n`
}

/** Names may hold what Markdown would read as its own. */
function escaped(name: string): string {
  return name.replace(/\s+/gu, ' ').replace(/[\\`*_[\]<>#|~]/gu, '\\$&')
}
